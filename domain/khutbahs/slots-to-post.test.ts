import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slotsToPost } from './slots-to-post.ts'
import { addDays } from './wall-clock.ts'

const now = new Date('2026-03-08T07:00:00Z')

test('slotsToPost returns slots sorted and without duplicates', () => {
  expect(
    slotsToPost({ date: '2026-03-13', times: ['14:15', '13:00', '14:15'], weeks: 1 }, 'America/Detroit', now),
  ).toEqual({
    kind: 'slots',
    slots: [
      { date: '2026-03-13', time: '13:00', startsAt: new Date('2026-03-13T17:00:00Z') },
      { date: '2026-03-13', time: '14:15', startsAt: new Date('2026-03-13T18:15:00Z') },
    ],
  })
})

test('slotsToPost returns each invalid time with its index and reason', () => {
  expect(
    slotsToPost(
      { date: '2026-03-08', times: ['02:15', '01:00', '03:00', '13:00'], weeks: 1 },
      'America/Detroit',
      now,
    ),
  ).toEqual({
    kind: 'bad_times',
    bad: [
      { index: 0, date: '2026-03-08', why: 'skipped' },
      { index: 1, date: '2026-03-08', why: 'past' },
    ],
  })
})

const postingResultOf = (date: string, zone: string) =>
  slotsToPost({ date, times: ['13:00'], weeks: 1 }, zone, now).kind

test('a date may be at most two years ahead in the masjid’s time zone', () => {
  expect(postingResultOf('2028-03-08', 'America/Detroit')).toBe('slots')
  expect(postingResultOf('2028-03-09', 'America/Detroit')).toBe('date_too_far')
  // `now` is March 7 in Honolulu, and March 8 in Guam.
  expect(postingResultOf('2028-03-08', 'Pacific/Honolulu')).toBe('date_too_far')
  expect(postingResultOf('2028-03-08', 'Pacific/Guam')).toBe('slots')
  expect(postingResultOf('9999-12-31', 'America/Detroit')).toBe('date_too_far')
})

test('two years after February 29 is February 28', () => {
  const leapDay = new Date('2028-02-29T12:00:00Z')
  expect(
    slotsToPost({ date: '2030-02-28', times: ['13:00'], weeks: 1 }, 'America/Detroit', leapDay).kind,
  ).toBe('slots')
  expect(
    slotsToPost({ date: '2030-03-01', times: ['13:00'], weeks: 1 }, 'America/Detroit', leapDay).kind,
  ).toBe('date_too_far')
})

test('a date is past after it ends in the masjid’s time zone', () => {
  expect(slotsToPost({ date: '2026-03-07', times: ['23:59'], weeks: 1 }, 'America/Detroit', now)).toEqual({
    kind: 'past_date',
  })
  expect(
    slotsToPost({ date: '2026-03-07', times: ['23:59'], weeks: 1 }, 'Pacific/Honolulu', now),
  ).toMatchObject({ kind: 'slots' })
})

test('a posting for several weeks has the same weekday and the same local times, even when the clocks change', () => {
  const wanted = { date: '2026-10-30', times: ['14:15', '13:00'], weeks: 2 }
  expect(slotsToPost(wanted, 'America/Detroit', now)).toEqual({
    kind: 'slots',
    slots: [
      { date: '2026-10-30', time: '13:00', startsAt: new Date('2026-10-30T17:00:00Z') },
      { date: '2026-10-30', time: '14:15', startsAt: new Date('2026-10-30T18:15:00Z') },
      // The clocks were set back on November 1.
      { date: '2026-11-06', time: '13:00', startsAt: new Date('2026-11-06T18:00:00Z') },
      { date: '2026-11-06', time: '14:15', startsAt: new Date('2026-11-06T19:15:00Z') },
    ],
  })
})

test('a posting for several weeks with a time that the clocks skip is refused with the date of that skip', () => {
  const wanted = { date: '2026-03-01', times: ['13:00', '02:30'], weeks: 3 }
  expect(slotsToPost(wanted, 'America/Detroit', new Date('2026-02-20T12:00:00Z'))).toEqual({
    kind: 'bad_times',
    bad: [{ index: 1, date: '2026-03-08', why: 'skipped' }],
  })
})

test.each([
  [2, 'slots'],
  [3, 'last_date_too_far'],
])(
  'a posting of %i weeks from March 1, 2028, returns %s (the last date may be at most two years ahead)',
  (weeks, kind) => {
    const wanted = { date: '2028-03-01', times: ['13:00'], weeks }
    expect(slotsToPost(wanted, 'America/Detroit', now).kind).toBe(kind)
  },
)

test('any posting has each of its local times once on each date, in order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 300 }),
      fc.array(fc.integer({ min: 4 * 60, max: 23 * 60 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 53 }),
      fc.constantFrom('America/Detroit', 'America/Phoenix', 'Pacific/Honolulu', 'America/Puerto_Rico'),
      (days, minutes, weeks, timeZone) => {
        const date = addDays('2026-03-10', days)
        const times = minutes.map((it) => `${pad(Math.floor(it / 60))}:${pad(it % 60)}`)
        const posting = slotsToPost({ date, times, weeks }, timeZone, now)
        if (posting.kind !== 'slots') throw new Error(posting.kind)
        const expected = Array.from({ length: weeks }, (_, week) => addDays(date, 7 * week)).flatMap((day) =>
          [...new Set(times)].toSorted().map((time) => `${day} ${time}`),
        )
        expect(posting.slots.map((it) => `${it.date} ${it.time}`)).toEqual(expected)
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
        expect(posting.slots.map((it) => shown.format(it.startsAt))).toEqual(expected)
      },
    ),
  )
})

const pad = (number: number) => String(number).padStart(2, '0')
