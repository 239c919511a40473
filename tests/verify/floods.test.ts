import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { median } from '../../bench/report.ts'
import { urlOfRunningServer } from '../../server/database/embedded/running-server-url.ts'
import { withDatabase } from '../../tools/postgres/connections.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import {
  addressInNewNetwork,
  type Flood,
  flood,
  floodAtRate,
  repeatAndCount,
  signInAs,
} from '../faults/flood.ts'
import { postSlotWithKey, slotsToPost } from '../faults/post-slots.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { type InsertedAccount, insertKhateebs, insertMasjid } from '../runtime/insert-people.ts'
import { newMasjid } from '../runtime/people.ts'
import { query } from '../runtime/postgres-database.ts'
import { repeat } from '../runtime/repeat.ts'
import { startServer } from '../runtime/server-process.ts'
import { measureCalls, metricsToken } from './call-durations.ts'

/** The number of runs. Each figure is the median of these runs. */
const runs = 5
/** The duration of a run in milliseconds. */
const runDuration = 6_000

/** The tests use the embedded database, like the server of a small masjid. */
const folder = await newDataFolder()
const server = await startServer({ TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: metricsToken, DATA_DIR: folder })
const runningUrl = await urlOfRunningServer(folder)
if (runningUrl === undefined) throw new Error('The server has no embedded database.')
const databaseUrl = runningUrl
const masjid = await newMasjid(server.url)
const slots = slotsToPost()
await repeat(16, () => postSlotWithKey(server.url, masjid, slots.next().value))

const detailsOf = (uid: string) => ({
  path: `/get_masjid_details/${uid}`,
  route: '/get_masjid_details/:masjidId',
})
const ownRecordRoute = '/users/:uid'

test('eight hundred concurrent clients are refused within one second or answered within two', async ({
  task,
}) => {
  const details = detailsOf(masjid.uid)
  let counts = ''
  const measured = await repeat(runs, async () => {
    const between = await measureCalls([server.url], async () => {
      const clients = flood(server.url, 800, { path: details.path, from: addressInNewNetwork })
      await pause(runDuration)
      await clients.end()
    })
    const [good, refused] = ['2xx', '5xx'].map((status) => between({ route: details.route, status }))
    counts = `${good?.count} answered, ${refused?.count} refused in the last run`
    return {
      accepted: good?.quantile(0.99) ?? Number.NaN,
      refusal: refused?.count === 0 ? 0 : (refused?.quantile(0.99) ?? Number.NaN),
    }
  })
  expect(measured).toHaveLength(runs)
  recordMeasurement(task, {
    name: `800 clients (${counts}): p99 of refusals`,
    measured: median(measured.map(({ refusal }) => refusal)),
    unit: 's',
    atMost: 1,
  })
  recordMeasurement(task, {
    name: '800 clients: p99 of accepted calls',
    measured: median(measured.map(({ accepted }) => accepted)),
    unit: 's',
    atMost: 2,
  })
})

test('during two hundred wrong sign-ins a second, reads take at most three times as long, and a known browser can sign in', async ({
  task,
}) => {
  const members = await withDatabase(databaseUrl, (opened) => insertKhateebs(opened, 8))
  // The first sign-in returns the device cookie by which the server knows this browser from then on.
  let { cookie } = await signInAs(server.url, masjid.email, '')
  const signedIn: number[] = []
  const ratios = await repeat(runs, () =>
    slowdown(members, async () => {
      const body = { email: masjid.email, password: 'not-the-password' }
      const strangers = floodAtRate(server.url, 200, {
        path: '/identity/sign_in',
        body,
        from: addressInNewNetwork,
      })
      for (let time = 0; time < 8; time += 1) {
        const result = await signInAs(server.url, masjid.email, cookie)
        signedIn.push(result.status)
        cookie = result.cookie
        await pause(runDuration / 8)
      }
      await strangers.end()
    }),
  )
  recordMeasurement(task, {
    name: `200 wrong sign-ins a second: p50 of signed-in reads (runs ${ratios.map((it) => it.toFixed(1)).join(', ')})`,
    measured: median(ratios),
    unit: '× quiet',
    atMost: 3,
  })
  recordMeasurement(task, {
    name: `200 wrong sign-ins a second: sign-ins of a known browser, of ${8 * runs}`,
    measured: signedIn.filter((it) => it === 200).length,
    unit: 'signed in',
    atLeast: 8 * runs,
  })
  expect(signedIn).toHaveLength(8 * runs)
})

/** Returns the median duration, in seconds, of members' reads while `work` runs. */
async function p50OfMembers(
  members: readonly InsertedAccount[],
  work: () => Promise<unknown>,
): Promise<number> {
  const between = await measureCalls([server.url], async () => {
    const reading = members.map((member) => repeatAndCount(() => readOwnRecord(member)))
    await work()
    for (const flow of reading) expect(Object.keys(await flow.end())).toEqual(['200'])
  })
  return between({ route: ownRecordRoute, status: '2xx' }).quantile(0.5)
}

/** Reads a member's own record, then pauses, so that the read is repeated at most ten times a second. */
async function readOwnRecord({ token }: InsertedAccount): Promise<number> {
  const response = await fetch(`${server.url}/users/me`, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
  await pause(100)
  return response.status
}

/** Returns the median duration of members' reads while `work` runs, divided by their median duration without other calls. */
async function slowdown(members: readonly InsertedAccount[], work: () => Promise<unknown>): Promise<number> {
  const quiet = await p50OfMembers(members, () => pause(runDuration))
  return (await p50OfMembers(members, work)) / quiet
}

test('frequent reads of a masjid from one address slow other reads at most threefold', async ({ task }) => {
  const members = await withDatabase(databaseUrl, (opened) => insertKhateebs(opened, 8))
  const largest = await withDatabase(databaseUrl, insertMasjid)
  // As many slots as the largest masjid has in the benchmarks (bench/seed.ts).
  await addSlots(largest, 9_200)
  const ways: readonly (readonly [name: string, begin: () => Flood])[] = [
    [
      '100 anonymous reads a second of a masjid with 16 slots, from one address',
      () => floodAtRate(server.url, 100, { path: detailsOf(masjid.uid).path, from: oneAddress }),
    ],
    [
      'four connections that read a masjid with 9,200 slots without a pause',
      () => flood(server.url, 4, { path: detailsOf(largest.uid).path, from: oneAddress }),
    ],
  ]
  for (const [name, begin] of ways) {
    const ratios = await repeat(runs, () =>
      slowdown(members, async () => {
        const flooding = begin()
        await pause(runDuration)
        await flooding.end()
      }),
    )
    expect(ratios).toHaveLength(runs)
    recordMeasurement(task, {
      name: `${name}: p50 of others' reads (runs ${ratios.map((it) => it.toFixed(1)).join(', ')})`,
      measured: median(ratios),
      unit: '× quiet',
      atMost: 3,
    })
  }
})

/** All calls come from one IP address, as calls from a masjid's network do. */
const oneAddress = () => '192.0.2.1'

/** Inserts slots of a masjid into the database: twenty a day, from tomorrow on. */
function addSlots({ uid }: InsertedAccount, count: number): Promise<unknown> {
  return query(
    databaseUrl,
    `insert into slots (masjid_uid, date, time, starts_at)
     select $1, day, time, (day + time) at time zone 'America/Detroit'
     from generate_series(0, $2::int - 1) as n,
       lateral (select current_date + 1 + n / 20 as day, time '09:00' + n % 20 * interval '30 minutes' as time) as slot`,
    [uid, count],
  )
}
