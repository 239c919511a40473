import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dhuhrOn, fridaysFrom, judgePostedSlot, type Place, type Plan, servicesOn } from './plan.ts'
import { addDays, instantOf } from './wall-clock.ts'

const detroit: Place = { latitude: 42.33, longitude: -83.18, timeZone: 'America/Detroit' }
const places: readonly Place[] = [
  detroit,
  { latitude: 40.75, longitude: -73.99, timeZone: 'America/New_York' },
  { latitude: 44.9, longitude: -67.0, timeZone: 'America/New_York' },
  { latitude: 46.5, longitude: -90.1, timeZone: 'America/Menominee' },
  { latitude: 39.77, longitude: -86.16, timeZone: 'America/Indiana/Indianapolis' },
  { latitude: 41.3, longitude: -86.6, timeZone: 'America/Indiana/Knox' },
  { latitude: 38.25, longitude: -85.76, timeZone: 'America/Kentucky/Louisville' },
  { latitude: 41.88, longitude: -87.62, timeZone: 'America/Chicago' },
  { latitude: 47.3, longitude: -101.8, timeZone: 'America/North_Dakota/Beulah' },
  { latitude: 39.75, longitude: -105.0, timeZone: 'America/Denver' },
  { latitude: 43.6, longitude: -116.2, timeZone: 'America/Boise' },
  { latitude: 33.45, longitude: -112.07, timeZone: 'America/Phoenix' },
  { latitude: 33.97, longitude: -118.25, timeZone: 'America/Los_Angeles' },
  { latitude: 61.2, longitude: -149.9, timeZone: 'America/Anchorage' },
  { latitude: 71.3, longitude: -156.8, timeZone: 'America/Anchorage' },
  { latitude: 58.3, longitude: -134.4, timeZone: 'America/Juneau' },
  { latitude: 51.88, longitude: -176.65, timeZone: 'America/Adak' },
  { latitude: 21.31, longitude: -157.86, timeZone: 'Pacific/Honolulu' },
  { latitude: 18.47, longitude: -66.1, timeZone: 'America/Puerto_Rico' },
  { latitude: 18.34, longitude: -64.93, timeZone: 'America/St_Thomas' },
  { latitude: 13.47, longitude: 144.75, timeZone: 'Pacific/Guam' },
  { latitude: 15.2, longitude: 145.75, timeZone: 'Pacific/Saipan' },
  { latitude: -14.28, longitude: -170.7, timeZone: 'Pacific/Pago_Pago' },
]
const somePlace = fc.constantFrom(...places)
const someDate = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays('2026-01-01', days))

const dayBefore = (date: string) => addDays(date, -1).slice(5)

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Returns the time one minute after solar noon, in minutes from local midnight, by NOAA's equation of time. At solar noon itself, no
 * prayer begins.
 */
function minutesAfterSolarNoon(date: string, { longitude, timeZone }: Place): number {
  const year = Number(date.slice(0, 4))
  const dayOfYear = (Date.parse(date) - Date.UTC(year, 0, 1)) / 86_400_000
  const g = ((2 * Math.PI) / 365) * dayOfYear
  const equationOfTime =
    229.18 *
    (0.000_075 +
      0.001_868 * Math.cos(g) -
      0.032_077 * Math.sin(g) -
      0.014_615 * Math.cos(2 * g) -
      0.040_849 * Math.sin(2 * g))
  const noon = instantOf(date, '12:00', timeZone)?.getTime() ?? Number.NaN
  const offset = 720 - (noon - Date.parse(date)) / 60_000
  return 720 - 4 * longitude - equationOfTime + offset + 1
}

describe('the calculated time of Dhuhr', () => {
  test.each(places)(
    'is within two minutes of an independent calculation, on each day of a year: $timeZone',
    (place) => {
      for (let day = 0; day < 366; day += 1) {
        const date = addDays('2027-01-01', day)
        expect(Math.abs(minutes(dhuhrOn(date, place)) - minutesAfterSolarNoon(date, place))).toBeLessThan(2)
      }
    },
  )

  test.each([
    ['2027-03-13', '2027-03-14', 60],
    ['2027-11-06', '2027-11-07', -60],
  ])('changes by an hour when the clocks do, from %s to %s', (before, after, change) => {
    const difference = minutes(dhuhrOn(after, detroit)) - minutes(dhuhrOn(before, detroit))
    expect(Math.abs(difference - change)).toBeLessThanOrEqual(1)
  })

  test.each(['2026-12-31', '2027-01-01', '2028-02-29'])(
    'is within two minutes of NOAA’s calculation on %s at every place',
    (date) => {
      for (const place of places) {
        expect(Math.abs(minutes(dhuhrOn(date, place)) - minutesAfterSolarNoon(date, place))).toBeLessThan(2)
      }
    },
  )
})

const service = { key: 1, time: null, minutesAfterDhuhr: null, season: null, language: null } as const
const planOf = (...services: Plan['services']): Plan => ({ services, closures: [], weeksAhead: 4 })

describe('the services of a weekly plan', () => {
  test('that depend on Dhuhr have starts that are rounded up to a multiple of five minutes', () => {
    fc.assert(
      fc.property(somePlace, someDate, fc.integer({ min: 0, max: 180 }), (place, date, after) => {
        const [found] = servicesOn(planOf({ ...service, minutesAfterDhuhr: after }), place, date)
        const late = minutes(found?.time ?? '') - minutes(dhuhrOn(date, place)) - after
        expect(late).toBeGreaterThanOrEqual(0)
        expect(late).toBeLessThan(5)
        expect(minutes(found?.time ?? '') % 5).toBe(0)
      }),
    )
  })

  test('at a fixed time have that time at every place on every date', () => {
    fc.assert(
      fc.property(somePlace, someDate, (place, date) => {
        expect(servicesOn(planOf({ ...service, time: '13:07' }), place, date)).toEqual([
          { key: 1, time: '13:07', language: null },
        ])
      }),
    )
  })

  test('with two seasons that cover the year take turns: exactly one takes place on each date except February 29', () => {
    const day = fc.integer({ min: 0, max: 364 }).map((days) => addDays('2027-01-01', days))
    fc.assert(
      fc.property(day, day, someDate, (a, b, date) => {
        fc.pre(a !== b)
        fc.pre(
          ![date.slice(5), dayBefore(a), dayBefore(b)].includes('02-29') &&
            dayBefore(a) !== '02-28' &&
            dayBefore(b) !== '02-28',
        )
        const halves = planOf(
          { ...service, time: '13:00', season: { firstDay: a.slice(5), lastDay: dayBefore(b) } },
          { ...service, key: 2, time: '13:30', season: { firstDay: b.slice(5), lastDay: dayBefore(a) } },
        )
        expect(servicesOn(halves, detroit, date)).toHaveLength(1)
      }),
    )
  })

  test.each([
    ['03-12', '11-05', ['2027-03-12', '2027-11-05'], ['2027-03-11', '2027-11-06']],
    [
      '11-06',
      '03-11',
      ['2027-11-06', '2027-12-31', '2027-01-01', '2028-03-11'],
      ['2027-11-05', '2028-03-12'],
    ],
    ['02-29', '02-29', ['2028-02-29'], ['2027-02-28', '2027-03-01']],
  ])(
    'with a season from %s to %s take place on its first and last day, and not outside',
    (firstDay, lastDay, inside, outside) => {
      const plan = planOf({ ...service, time: '13:00', season: { firstDay, lastDay } })
      for (const date of inside) expect(servicesOn(plan, detroit, date)).toHaveLength(1)
      for (const date of outside) expect(servicesOn(plan, detroit, date)).toEqual([])
    },
  )

  test('do not take place on a date when the masjid is closed', () => {
    const plan = { ...planOf({ ...service, time: '13:00' }), closures: ['2027-01-01'] }
    expect(servicesOn(plan, detroit, '2027-01-01')).toEqual([])
    expect(servicesOn(plan, detroit, '2027-01-08')).toHaveLength(1)
  })
})

test('fridaysFrom returns consecutive Fridays from the first one on or after a date', () => {
  expect(fridaysFrom('2026-12-25', 2)).toEqual(['2026-12-25', '2027-01-01'])
  fc.assert(
    fc.property(someDate, (date) => {
      const [first = ''] = fridaysFrom(date, 1)
      expect(new Date(first).getUTCDay()).toBe(5)
      expect(first >= date && first < addDays(date, 7)).toBe(true)
    }),
  )
})

describe('a slot that a weekly plan posted', () => {
  const slot = {
    date: '2027-01-01',
    time: '13:00',
    language: 'ur',
    note: '',
    hasBegun: false,
    hasPeople: false,
  } as const
  const posted = { date: '2027-01-01', postedTime: '13:00', postedLanguage: 'ur', slot } as const

  test('moves with its service, and is removed together with it unless the slot has a khateeb or proposals', () => {
    expect(judgePostedSlot(posted, '13:00')).toBe('stays')
    expect(judgePostedSlot(posted, '13:30')).toBe('move')
    expect(judgePostedSlot(posted, null)).toBe('remove')
    expect(judgePostedSlot({ ...posted, slot: { ...slot, hasPeople: true } }, null)).toBe('keep')
  })

  test.each([
    ['moved to another time', { ...slot, time: '14:00' }],
    ['moved to another date', { ...slot, date: '2027-01-02' }],
    ['got another language', { ...slot, language: null }],
    ['got a note', { ...slot, note: 'Park behind the school.' }],
    ['begun', { ...slot, hasBegun: true }],
    ['been removed', null],
  ])('is never changed by the plan after the slot has %s', (_, changed) => {
    for (const wanted of ['13:00', '13:30', null])
      expect(judgePostedSlot({ ...posted, slot: changed }, wanted)).toBe('theirs')
  })
})
