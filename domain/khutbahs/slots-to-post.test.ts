import { expect, test } from 'vitest'
import { slotsToPost } from './slots-to-post.ts'

const now = new Date('2026-03-08T07:00:00Z')

test('a khutbah has each of its times once, in order', () => {
  expect(slotsToPost('2026-03-13', ['14:15', '13:00', '14:15'], 'America/Detroit', now)).toEqual({
    kind: 'slots',
    slots: [
      { time: '13:00', startsAt: new Date('2026-03-13T17:00:00Z') },
      { time: '14:15', startsAt: new Date('2026-03-13T18:15:00Z') },
    ],
  })
})

test('every time that cannot be is named with its place and its reason', () => {
  expect(slotsToPost('2026-03-08', ['02:15', '01:00', '03:00', '13:00'], 'America/Detroit', now)).toEqual({
    kind: 'bad_times',
    bad: [
      { index: 0, why: 'skipped' },
      { index: 1, why: 'past' },
    ],
  })
})

const far = (date: string, zone: string) => slotsToPost(date, ['13:00'], zone, now).kind

test('a date may be two years ahead by the calendar at the masjid, and no more', () => {
  expect(far('2028-03-08', 'America/Detroit')).toBe('slots')
  expect(far('2028-03-09', 'America/Detroit')).toBe('date_too_far')
  // It is still the day before in Honolulu, and already the evening in Guam.
  expect(far('2028-03-08', 'Pacific/Honolulu')).toBe('date_too_far')
  expect(far('2028-03-08', 'Pacific/Guam')).toBe('slots')
  expect(far('9999-12-31', 'America/Detroit')).toBe('date_too_far')
})

test('two years after a leap day is the end of February', () => {
  const leapDay = new Date('2028-02-29T12:00:00Z')
  expect(slotsToPost('2030-02-28', ['13:00'], 'America/Detroit', leapDay).kind).toBe('slots')
  expect(slotsToPost('2030-03-01', ['13:00'], 'America/Detroit', leapDay).kind).toBe('date_too_far')
})

test('a date is past as soon as the calendar at the masjid has turned its leaf', () => {
  expect(slotsToPost('2026-03-07', ['23:59'], 'America/Detroit', now)).toEqual({ kind: 'past_date' })
  expect(slotsToPost('2026-03-07', ['23:59'], 'Pacific/Honolulu', now)).toMatchObject({ kind: 'slots' })
})
