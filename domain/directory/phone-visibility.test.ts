import { expect, test } from 'vitest'
import { canSeePhone } from './phone-visibility.ts'

const today = '2026-12-31'

test('a masjid sees the phone of a khateeb whose request is pending', () => {
  expect(canSeePhone({ hasRequested: true, confirmedDates: [], today })).toBe(true)
  expect(canSeePhone({ hasRequested: false, confirmedDates: [], today })).toBe(false)
})

test.each([
  ['2026-12-27', false],
  ['2026-12-28', true],
  ['2026-12-31', true],
  ['2027-01-03', true],
  ['2027-01-04', false],
])('a confirmed khutbah on %s shows the phone on 2026-12-31: %s', (date, shown) => {
  expect(canSeePhone({ hasRequested: false, confirmedDates: [date], today })).toBe(shown)
  expect(canSeePhone({ hasRequested: false, confirmedDates: ['2026-06-05', date], today })).toBe(shown)
})
