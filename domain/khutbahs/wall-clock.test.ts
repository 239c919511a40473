import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateIn, daysBetween, instantOf, occursTwice, wallClockAfter } from './wall-clock.ts'

/** The time zones of the US and its territories, each with its UTC offset in hours in winter and in summer. */
const zones = [
  ['America/New_York', -5, -4],
  ['America/Detroit', -5, -4],
  ['America/Chicago', -6, -5],
  ['America/Denver', -7, -6],
  ['America/Phoenix', -7, -7],
  ['America/Los_Angeles', -8, -7],
  ['America/Anchorage', -9, -8],
  ['America/Adak', -10, -9],
  ['Pacific/Honolulu', -10, -10],
  ['America/Puerto_Rico', -4, -4],
  ['Pacific/Guam', 10, 10],
  ['Pacific/Pago_Pago', -11, -11],
] as const

function hoursSinceEpoch(instant: Date | null): number {
  return (instant?.getTime() ?? Number.NaN) / 3_600_000
}

describe('a wall clock', () => {
  test.each(zones)('in %s has UTC offset %i in winter and %i in summer', (zone, winter, summer) => {
    expect(hoursSinceEpoch(instantOf('2026-12-04', '13:00', zone))).toBe(
      Date.UTC(2026, 11, 4, 13) / 3_600_000 - winter,
    )
    expect(hoursSinceEpoch(instantOf('2026-07-03', '13:00', zone))).toBe(
      Date.UTC(2026, 6, 3, 13) / 3_600_000 - summer,
    )
  })

  test('skips an hour in spring in zones with daylight saving', () => {
    expect(instantOf('2026-03-08', '02:30', 'America/Detroit')).toBeNull()
    expect(instantOf('2026-03-08', '01:59', 'America/Detroit')).toEqual(new Date('2026-03-08T06:59:00Z'))
    expect(instantOf('2026-03-08', '03:00', 'America/Detroit')).toEqual(new Date('2026-03-08T07:00:00Z'))
    expect(instantOf('2026-03-08', '02:30', 'America/Phoenix')).toEqual(new Date('2026-03-08T09:30:00Z'))
  })

  test('resolves a repeated time to its first occurrence', () => {
    expect(instantOf('2026-11-01', '01:30', 'America/Chicago')).toEqual(new Date('2026-11-01T06:30:00Z'))
    expect(instantOf('2026-11-01', '02:00', 'America/Chicago')).toEqual(new Date('2026-11-01T08:00:00Z'))
  })

  test('repeats an hour only in autumn, and only in zones with daylight saving', () => {
    expect(occursTwice('2026-11-01', '01:30', 'America/Chicago')).toBe(true)
    expect(occursTwice('2026-11-01', '02:00', 'America/Chicago')).toBe(false)
    expect(occursTwice('2026-11-01', '01:30', 'America/Phoenix')).toBe(false)
    expect(occursTwice('2026-03-08', '02:30', 'America/Chicago')).toBe(false)
  })

  test('changes the date and the year at local midnight', () => {
    const midnight = new Date('2027-01-01T05:00:00Z')
    expect(instantOf('2027-01-01', '00:00', 'America/New_York')).toEqual(midnight)
    expect(dateIn('America/New_York', midnight)).toBe('2027-01-01')
    expect(dateIn('America/New_York', new Date(midnight.getTime() - 1))).toBe('2026-12-31')
    expect(dateIn('Pacific/Guam', new Date('2026-12-31T14:00:00Z'))).toBe('2027-01-01')
  })

  test('shows the original date after a conversion to an instant and back', () => {
    const wallClock = fc.date({
      min: new Date('2020-01-01T00:00Z'),
      max: new Date('2040-01-01T00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(wallClock, fc.constantFrom(...zones), (shown, [zone]) => {
        const date = shown.toISOString().slice(0, 10)
        const time = shown.toISOString().slice(11, 16)
        const result = instantOf(date, time, zone)
        fc.pre(result !== null)
        expect(dateIn(zone, result)).toBe(date)
      }),
    )
  })
})

test('daysBetween counts calendar days across clock changes and the new year', () => {
  expect(daysBetween('2026-03-06', '2026-03-09')).toBe(3)
  expect(daysBetween('2027-01-02', '2026-12-30')).toBe(-3)
})

test('wallClockAfter changes the date at midnight, and negated minutes lead back to the start', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400_000 }),
      fc.integer({ min: -1_440, max: 1_440 }),
      (start, minutes) => {
        const from = wallClockAfter({ date: '2026-01-01', time: '00:00' }, start)
        expect(wallClockAfter(wallClockAfter(from, minutes), -minutes)).toEqual(from)
      },
    ),
  )
  expect(wallClockAfter({ date: '2026-12-31', time: '23:45' }, 30)).toEqual({
    date: '2027-01-01',
    time: '00:15',
  })
  expect(wallClockAfter({ date: '2028-03-01', time: '00:10' }, -15)).toEqual({
    date: '2028-02-29',
    time: '23:55',
  })
})
