import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { savePlan } from '../../contract/plans.ts'
import { loadZipTable, type Place } from '../../server/places/zip-table.ts'
import { postPlannedFridays } from '../../server/plans/post-planned-fridays.ts'
import { startApp } from '../runtime/app.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { newMasjid, type TestAccount } from '../runtime/people.ts'
import { withPermanentSession } from '../runtime/session.ts'
import { usTimeZones } from './us-time-zones.ts'

const day = 24 * 60 * 60 * 1_000
const halfYearWeeks = 26
const zips = loadZipTable()

/** One place in each time zone of the ZIP table: from `usTimeZones`, or else the place of the first ZIP in the zone. */
const placeOf = new Map<string, Place>()
for (const { zip } of usTimeZones) {
  const place = zips.find(zip)
  if (place !== undefined) placeOf.set(place.timeZone, place)
}
for (let number = 0; number < 100_000; number += 1) {
  const place = zips.find(String(number).padStart(5, '0'))
  if (place !== undefined && !placeOf.has(place.timeZone)) placeOf.set(place.timeZone, place)
}

const app = await startApp()
const masjids: { readonly place: Place; readonly masjid: TestAccount }[] = []
beforeAll(async () => {
  for (const place of placeOf.values()) {
    const masjid = await newMasjid(app.baseUrl, { zipCode: place.zip })
    masjids.push({ place, masjid: await withPermanentSession(app, masjid) })
  }
})

/** Returns the minutes by which the clock of a zone is ahead of UTC at noon of a date. */
function offsetOn(date: string, timeZone: string): number {
  const known = usTimeZones.find(({ zone }) => zone === timeZone)
  if (known !== undefined) return 60 * (isSummer(date) ? known.summer : known.winter)
  const shown = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = shown.formatToParts(new Date(`${date}T17:00:00Z`)).find(({ type }) => type === 'timeZoneName')
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/u.exec(name?.value ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (60 * Number(hours) + Number(minutes))
}

/**
 * Returns whether daylight saving time applies on a date. It lasts from the second Sunday of March to the first Sunday of November (15
 * U.S.C. § 260a).
 */
function isSummer(date: string): boolean {
  const year = date.slice(0, 4)
  const sunday = (month: string, from: number) => {
    const first = new Date(`${year}-${month}-01T00:00Z`)
    return new Date(first.getTime() + (((7 - first.getUTCDay()) % 7) + from) * day).toISOString().slice(0, 10)
  }
  return sunday('03', 7) <= date && date < sunday('11', 0)
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/**
 * Returns Dhuhr in minutes since midnight: one minute after solar noon. Uses the low-precision formulas of the US Naval Observatory for
 * the sun.
 */
function dhuhr(date: string, { longitude, timeZone }: Place): number {
  const days = (Date.parse(`${date}T12:00Z`) - Date.parse('2000-01-01T12:00Z')) / day - longitude / 360
  const anomaly = radians(357.529 + 0.985_600_28 * days)
  const meanLongitude = 280.459 + 0.985_647_36 * days
  const longitudeOfSun = radians(meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly))
  const obliquity = radians(23.439 - 0.000_000_36 * days)
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(longitudeOfSun), Math.cos(longitudeOfSun))
  const degrees = meanLongitude - (ascension * 180) / Math.PI
  const equationOfTime = 4 * (degrees - 360 * Math.round(degrees / 360))
  return 720 - 4 * longitude - equationOfTime + offsetOn(date, timeZone) + 1
}

const formatTime = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/**
 * Returns the accepted times, HH:MM, of a service `minutes` after Dhuhr, rounded up to 5 minutes. There may be several, because two
 * calculations of Dhuhr may differ by a minute.
 */
const timesAfterDhuhr = (date: string, place: Place, minutes: number) =>
  new Set([-1, 0, 1].map((error) => formatTime(5 * Math.ceil((dhuhr(date, place) + minutes + error) / 5))))

async function slotsPostedBy({ uid }: TestAccount) {
  const rows = await app.database.db
    .selectFrom('slots')
    .where('masjid_uid', '=', uid)
    .orderBy('starts_at')
    .select(['date', 'time', 'starts_at as startsAt'])
    .execute()
  return rows.map(({ date, time, startsAt }) => ({ date, time: time.slice(0, 5), startsAt }))
}

async function setNow(instant: number): Promise<void> {
  await app.setNow(new Date(instant).toISOString())
}

const somePlan = fc.record({
  /** Any day within four years. The tested year begins with the first Friday on or after this day. */
  begins: fc.integer({ min: 0, max: 4 * 365 }).map((days) => Date.parse('2026-11-27T18:00Z') + days * day),
  morning: fc.integer({ min: 6 * 60, max: 9 * 60 }).map(formatTime),
  minutesAfterDhuhr: fc.integer({ min: 0, max: 180 }),
  /** The indexes of the Fridays on which the masjid is closed. */
  closed: fc.uniqueArray(fc.nat(2 * halfYearWeeks - 1), { maxLength: 5 }),
})

test('the ZIP table has the zones of all states and territories', () => {
  expect([...placeOf.keys()]).toEqual(expect.arrayContaining(usTimeZones.map(({ zone }) => zone)))
  expect(placeOf.size).toBeGreaterThan(30)
})

test('a masjid’s weekly plan posts a year of Fridays in every US time zone, at the times of an independent calculation', {
  timeout: 240_000,
}, async () => {
  const year = fc.asyncProperty(somePlan, async ({ begins, morning, minutesAfterDhuhr: minutes, closed }) => {
    await app.database.db.deleteFrom('plans').execute()
    await app.database.db.deleteFrom('planned_slots').execute()
    await app.database.db.deleteFrom('slots').execute()
    // The test starts two days before the first Friday: on a Wednesday at 18:00 UTC, when the next Friday is the same in all zones.
    const firstFriday = begins + ((12 - new Date(begins).getUTCDay()) % 7) * day
    const fridays = Array.from({ length: 2 * halfYearWeeks }, (_, week) =>
      new Date(firstFriday + 7 * week * day).toISOString().slice(0, 10),
    )
    const now = firstFriday - 2 * day
    const closures = closed.map((week) => fridays[week] ?? '').toSorted()
    await setNow(now)
    const service = { season: null, language: null }
    for (const { masjid } of masjids)
      await masjid.client.call(savePlan, {
        masjidUid: 'me',
        services: [
          { ...service, key: 1, time: morning, minutesAfterDhuhr: null },
          { ...service, key: 2, time: null, minutesAfterDhuhr: minutes },
        ],
        closures,
        weeksAhead: halfYearWeeks,
      })
    await setNow(now + 7 * halfYearWeeks * day)
    await postPlannedFridays(app.database)
    const open = fridays.filter((date) => !closures.includes(date))
    for (const { place, masjid } of masjids) {
      const posted = await slotsPostedBy(masjid)
      expect({ place, slots: posted.map(({ date, time }) => `${date} ${time}`) }).toEqual({
        place,
        slots: open.flatMap((date) => {
          const found = posted.find((it) => it.date === date && it.time !== morning)?.time ?? ''
          const times = timesAfterDhuhr(date, place, minutes)
          return [`${date} ${morning}`, `${date} ${times.has(found) ? found : [...times].join(' or ')}`]
        }),
      })
      expect({ place, starts: posted.map(({ startsAt }) => startsAt.toISOString()) }).toEqual({
        place,
        starts: posted.map(({ date, time }) => {
          const shown = Date.parse(`${date}T${time}Z`)
          return new Date(shown - offsetOn(date, place.timeZone) * 60_000).toISOString()
        }),
      })
    }
  })
  // One run may be enough, because a year has both clock changes.
  await fc.assert(year, { numRuns: isVerifyRun ? 10 : 1, endOnFailure: true })
})
