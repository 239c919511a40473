import { expect, test } from 'vitest'
import { nextPhoneWindow, phoneReason } from './phone-visibility.ts'

const today = '2026-12-31'
const none = { requestedDates: [], confirmedDates: [], today }

test('a masjid sees the phone of a khateeb with pending requests, and `phoneReason` has the soonest requested date', () => {
  const requestedDates = ['2027-02-05', '2027-02-12']
  expect(phoneReason({ ...none, requestedDates }, 'scheduler')).toEqual({
    why: 'requested',
    khutbahDate: '2027-02-05',
  })
  expect(phoneReason(none, 'owner')).toBeNull()
})

test.each([
  ['2026-12-27', 'hidden'],
  ['2026-12-28', 'visible'],
  ['2026-12-31', 'visible'],
  ['2027-01-03', 'visible'],
  ['2027-01-04', 'hidden'],
])('on 2026-12-31, the phone of a khateeb who is confirmed for %s is %s', (date, visibility) => {
  const reason = visibility === 'visible' ? { why: 'confirmed', khutbahDate: date } : null
  expect(phoneReason({ ...none, confirmedDates: [date] }, 'owner')).toEqual(reason)
  expect(phoneReason({ ...none, confirmedDates: ['2026-06-05', date] }, 'owner')).toEqual(reason)
})

test('the phone of a khateeb who is confirmed for later dates becomes visible three days before the next of these dates', () => {
  const confirmedDates = ['2027-01-15', '2027-01-08', '2026-12-25']
  expect(nextPhoneWindow({ ...none, confirmedDates }, 'owner')).toEqual({
    khutbahDate: '2027-01-08',
    from: '2027-01-05',
  })
  expect(nextPhoneWindow({ ...none, confirmedDates: ['2027-01-03'] }, 'owner')).toBeNull()
})
