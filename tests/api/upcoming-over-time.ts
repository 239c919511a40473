import { getMasjidDetails } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { addKhutbah } from '../../contract/khutbahs.ts'
import { getArchivedKhutbahs, getMasjid } from '../../contract/own-records.ts'
import { clientOf, type TestApp } from '../runtime/app.ts'
import { newMasjid, type TestAccount } from '../runtime/people.ts'
import { withPermanentSession } from '../runtime/session.ts'
import { edgeTimes, instantOfLocalTime, type UsTimeZone } from './us-time-zones.ts'

/** A server and its database, whose clock the test sets. */
export type ClockedServer = Pick<TestApp, 'baseUrl' | 'database' | 'setNow'>

/** An instant before every slot of the test. */
const earlyInstant = '2026-06-01T00:00:00Z'

/** Signs up a masjid in a time zone. */
export async function newMasjidIn(server: ClockedServer, { zip }: UsTimeZone): Promise<TestAccount> {
  return withPermanentSession(server, await newMasjid(server.baseUrl, { zipCode: zip }))
}

/**
 * Posts a slot at each of `edgeTimes`. Sets the clock to 1 ms before, at, and 1 ms after each slot's start. Each time, reads the masjid's
 * upcoming khutbahs (public and own) and its archive. Returns the actual and the expected lists.
 */
export async function readAroundSlotStarts(
  server: ClockedServer,
  zone: UsTimeZone,
): Promise<{ actual: string[]; expected: string[] }> {
  await server.setNow(earlyInstant)
  const masjid = await newMasjidIn(server, zone)
  const slots = edgeTimes.map((shown) => ({ ...shown, instant: instantOfLocalTime(zone, shown) }))
  const dates = [...new Set(slots.map((it) => it.date))]
  for (const date of dates) {
    const times = slots.filter((it) => it.date === date).map((it) => it.time)
    await masjid.client.call(addKhutbah, { masjidUid: 'me', date, times })
  }
  const actual: string[] = []
  const expected: string[] = []
  for (const { instant } of slots) {
    for (const now of [instant - 1, instant, instant + 1]) {
      const at = new Date(now).toISOString()
      await server.setNow(at)
      actual.push(...(await readKhutbahLists(server, masjid)).map((it) => `${at}: ${it}`))
      const over = dates.filter((date) => slots.every((it) => it.date !== date || it.instant < now))
      const list = slots
        .filter((it) => !over.includes(it.date))
        .map((it) => {
          const begun = it.instant < now ? ' and has begun' : ''
          return `${it.date} ${it.time} is ${new Date(it.instant).toISOString()}${begun}`
        })
      expected.push(
        `${at}: public ${list.join(', ')}`,
        `${at}: own ${list.join(', ')}`,
        `${at}: archive ${over.toReversed().join(', ')}`,
      )
    }
  }
  return { actual, expected }
}

async function readKhutbahLists({ baseUrl }: ClockedServer, masjid: TestAccount): Promise<string[]> {
  const [details, record, archive] = await Promise.all([
    clientOf(baseUrl).call(getMasjidDetails, { masjidId: masjid.uid }),
    masjid.client.call(getMasjid, { uid: 'me' }),
    masjid.client.call(getArchivedKhutbahs, { uid: 'me' }),
  ])
  return [
    `public ${listOf(details.khutbahs)}`,
    `own ${listOf(record.khutbahs)}`,
    `archive ${archive.map((it) => it.date).join(', ')}`,
  ]
}

type Khutbahs = OutputOf<typeof getMasjid | typeof getMasjidDetails>['khutbahs']

function listOf(khutbahs: Khutbahs): string {
  return khutbahs
    .flatMap(({ date, times }) =>
      times.map((it) => `${date} ${it.time.time} is ${it.startsAt}${it.begun ? ' and has begun' : ''}`),
    )
    .join(', ')
}
