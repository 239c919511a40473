import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextFridayNotIn, todayIn } from './suggested-date.ts'

test('today is the date of the zone, not of the viewer', () => {
  const newYear = new Date('2027-01-01T04:30:00Z')
  expect(todayIn('America/Detroit', newYear)).toBe('2026-12-31')
  expect(todayIn('Asia/Karachi', newYear)).toBe('2027-01-01')
})

test('the suggestion is the next Friday, across the end of a year', () => {
  expect(nextFridayNotIn([], '2026-11-25')).toBe('2026-11-27')
  expect(nextFridayNotIn([], '2026-12-30')).toBe('2027-01-01')
})

test('on a Friday the suggestion is the Friday after', () => {
  expect(nextFridayNotIn([], '2026-11-27')).toBe('2026-12-04')
})

test('Fridays that have a khutbah are passed over', () => {
  expect(nextFridayNotIn(['2026-11-27', '2026-12-04', '2026-12-18'], '2026-11-25')).toBe('2026-12-11')
})

test('whatever the day, the suggestion is a Friday within a week', () => {
  const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (day) => {
      const today = day.toISOString().slice(0, 10)
      const suggested = nextFridayNotIn([], today)
      const days = (Date.parse(suggested) - Date.parse(today)) / 86_400_000
      expect(new Date(suggested).getUTCDay()).toBe(5)
      expect(days).toBeGreaterThan(0)
      expect(days).toBeLessThanOrEqual(7)
    }),
  )
})
