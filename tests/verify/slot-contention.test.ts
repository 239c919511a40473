import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { median } from '../../bench/report.ts'
import type { Database } from '../../server/database/database.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { postSlotWithKey, slotsToPost } from '../faults/post-slots.ts'
import { openDatabase } from '../runtime/database.ts'
import { insertKhateebs, insertMasjid } from '../runtime/insert-people.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { repeat } from '../runtime/repeat.ts'
import { startServer } from '../runtime/server-process.ts'
import { measureCalls, metricsToken } from './call-durations.ts'

/** The number of runs. Each figure is the median of these runs. */
const runs = 5

test('of a thousand khateebs who concurrently accept invites to one slot through two servers, one is confirmed, and all get a response', async ({
  task,
}) => {
  const DATABASE_URL = await newDatabase()
  const env = { METRICS_TOKEN: metricsToken, DATABASE_URL }
  const server = await startServer(env)
  const second = await startServer(env)
  const database = openDatabase(DATABASE_URL)
  let tries = 0
  const refusals = await repeat(runs, async () => {
    const { khateebs, acceptance } = await inviteThousand(database, server.url)
    const between = await measureCalls([server.url, second.url], async () => {
      const statuses = await Promise.all(
        khateebs.map(async ({ token }, index) => {
          const { url } = index % 2 === 0 ? server : second
          for (;;) {
            tries += 1
            const response = await fetch(`${url}/accept_invite`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
              body: JSON.stringify(acceptance),
            })
            await response.arrayBuffer()
            // A busy server refuses some calls with 503. Such a call is repeated after the time that the server asks for.
            if (response.status !== 503) return response.status
            await pause(Number(response.headers.get('retry-after')) * 1_000)
          }
        }),
      )
      expect(new Set(statuses)).toEqual(new Set([200, 409]))
      expect(statuses.filter((it) => it === 200)).toHaveLength(1)
      expect(statuses.filter((it) => it === 409)).toHaveLength(khateebs.length - 1)
    })
    const refused = between({ route: '/accept_invite', status: '5xx' })
    return refused.count === 0 ? 0 : refused.quantile(1)
  })
  recordMeasurement(task, {
    name: `1,000 khateebs accept one slot, two servers (1 × 200, 999 × 409 each time; ${tries} calls in ${runs} runs): slowest refusal with 503`,
    measured: median(refusals),
    unit: 's',
    atMost: 1,
  })
})

/** Invites a thousand new khateebs to one slot. Returns the khateebs, and the body of the call with which each khateeb accepts. */
async function inviteThousand(database: Database, url: string) {
  const masjid = await insertMasjid(database)
  const khateebs = await insertKhateebs(database, 1_000)
  const slot = slotsToPost().next().value
  await postSlotWithKey(url, masjid, slot)
  await database.pool.query(
    `insert into proposals (slot_id, masjid_uid, khateeb_uid, direction)
     select slots.id, slots.masjid_uid, khateebs.uid, 'invite' from slots, khateebs
     where slots.masjid_uid = $1 and khateebs.uid = any ($2)`,
    [masjid.uid, khateebs.map(({ uid }) => uid)],
  )
  const [khutbahDate = '', khutbahTime = ''] = slot.split(' ')
  return { khateebs, acceptance: { khateebUid: 'me', masjidUid: masjid.uid, khutbahDate, khutbahTime } }
}
