import { expect, test } from 'vitest'
import { slotsToPost } from './slots-to-post.ts'

const now = new Date('2026-03-08T07:00:00Z')

test('the slots to post are sorted, without duplicates', () => {
  expect(slotsToPost('2026-03-13', ['14:15', '13:00', '14:15'], 'America/Detroit', now)).toEqual({
    kind: 'slots',
    slots: [
      { time: '13:00', startsAt: new Date('2026-03-13T17:00:00Z') },
      { time: '14:15', startsAt: new Date('2026-03-13T18:15:00Z') },
    ],
  })
})

test('each invalid time is returned with its index and reason', () => {
  expect(slotsToPost('2026-03-08', ['02:15', '01:00', '03:00', '13:00'], 'America/Detroit', now)).toEqual({
    kind: 'bad_times',
    bad: [
      { index: 0, why: 'skipped' },
      { index: 1, why: 'past' },
    ],
  })
})

const far = (date: string, zone: string) => slotsToPost(date, ['13:00'], zone, now).kind

test('a date may be at most two years ahead in the masjid’s time zone', () => {
  expect(far('2028-03-08', 'America/Detroit')).toBe('slots')
  expect(far('2028-03-09', 'America/Detroit')).toBe('date_too_far')
  // At `now` it is still March 7 in Honolulu, and March 8 in Guam.
  expect(far('2028-03-08', 'Pacific/Honolulu')).toBe('date_too_far')
  expect(far('2028-03-08', 'Pacific/Guam')).toBe('slots')
  expect(far('9999-12-31', 'America/Detroit')).toBe('date_too_far')
})

test('two years after February 29 is February 28', () => {
  const leapDay = new Date('2028-02-29T12:00:00Z')
  expect(slotsToPost('2030-02-28', ['13:00'], 'America/Detroit', leapDay).kind).toBe('slots')
  expect(slotsToPost('2030-03-01', ['13:00'], 'America/Detroit', leapDay).kind).toBe('date_too_far')
})

test('a date is past from midnight in the masjid’s time zone', () => {
  expect(slotsToPost('2026-03-07', ['23:59'], 'America/Detroit', now)).toEqual({ kind: 'past_date' })
  expect(slotsToPost('2026-03-07', ['23:59'], 'Pacific/Honolulu', now)).toMatchObject({ kind: 'slots' })
})
