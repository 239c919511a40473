import { expect, test } from 'vitest'
import { canSeePhone } from './phone-visibility.ts'

const today = '2026-12-31'

test('a masjid sees the phone of a khateeb whose request is pending', () => {
  expect(canSeePhone({ hasRequested: true, confirmedDates: [], today })).toBe(true)
  expect(canSeePhone({ hasRequested: false, confirmedDates: [], today })).toBe(false)
})

test.each([
  ['2026-12-27', 'hidden'],
  ['2026-12-28', 'visible'],
  ['2026-12-31', 'visible'],
  ['2027-01-03', 'visible'],
  ['2027-01-04', 'hidden'],
])('the phone of a khateeb who is confirmed for %s is %s on 2026-12-31', (date, visibility) => {
  const isVisible = visibility === 'visible'
  expect(canSeePhone({ hasRequested: false, confirmedDates: [date], today })).toBe(isVisible)
  expect(canSeePhone({ hasRequested: false, confirmedDates: ['2026-06-05', date], today })).toBe(isVisible)
})
