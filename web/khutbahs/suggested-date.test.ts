import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextFridayNotIn, todayIn } from './suggested-date.ts'

test('todayIn returns the date in the given time zone, not in the browser’s', () => {
  const newYear = new Date('2027-01-01T04:30:00Z')
  expect(todayIn('America/Detroit', newYear)).toBe('2026-12-31')
  expect(todayIn('Asia/Karachi', newYear)).toBe('2027-01-01')
})

test('nextFridayNotIn returns the next Friday, even if it is in the next year', () => {
  expect(nextFridayNotIn([], '2026-11-25')).toBe('2026-11-27')
  expect(nextFridayNotIn([], '2026-12-30')).toBe('2027-01-01')
})

test('nextFridayNotIn returns the following Friday when today is a Friday', () => {
  expect(nextFridayNotIn([], '2026-11-27')).toBe('2026-12-04')
})

test('nextFridayNotIn skips taken Fridays', () => {
  expect(nextFridayNotIn(['2026-11-27', '2026-12-04', '2026-12-18'], '2026-11-25')).toBe('2026-12-11')
})

test('nextFridayNotIn returns a Friday one to seven days after any date when none is taken', () => {
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
