import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { noteFigure } from '../../tools/test/figure.ts'
import { postSlotWithKey, slotsToPost } from '../faults/post-slots.ts'
import { unlimited } from '../runtime/app.ts'
import { insertKhateebs, insertMasjid } from '../runtime/insert-people.ts'
import { createDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { measureCalls, median, metricsToken, rounded } from './call-durations.ts'

/** Of each figure the median of so many runs is told. */
const runs = 5

test('a thousand claims of one slot through two processes: one wins, and all hear so', async ({ task }) => {
  const DATABASE_URL = await createDatabase(inject('postgresCluster'))
  const env = { ...unlimited, METRICS_TOKEN: metricsToken, DATABASE_URL }
  const server = await startServer(inject('build'), env)
  const second = await startServer(inject('build'), env)
  const database = openPostgres(DATABASE_URL, 1)
  onTestFinished(async () => {
    await database.close()
    await Promise.all([server.stop(), second.stop()])
  })
  const refusals: number[] = []
  let tries = 0
  for (let run = 0; run < runs; run += 1) {
    const { khateebs, claim } = await thousandInvited(database, server.url)
    const between = await measureCalls([server.url, second.url], async () => {
      const answers = await Promise.all(
        khateebs.map(async ({ token }, index) => {
          const { url } = index % 2 === 0 ? server : second
          for (;;) {
            tries += 1
            const answer = await fetch(`${url}/accept_invite`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
              body: JSON.stringify(claim),
            })
            await answer.arrayBuffer()
            if (answer.status !== 503) return answer.status
            await pause(Number(answer.headers.get('retry-after')) * 1_000)
          }
        }),
      )
      expect(new Set(answers)).toEqual(new Set([200, 409]))
      expect(answers.filter((it) => it === 200)).toHaveLength(1)
      expect(answers.filter((it) => it === 409)).toHaveLength(khateebs.length - 1)
    })
    const refused = between({ route: '/accept_invite', status: '5xx' })
    refusals.push(refused.count === 0 ? 0 : refused.quantile(1))
  }
  noteFigure(task, {
    name: `1,000 claims of one slot, two processes (1 × 200, 999 × 409 each time; ${tries} calls in ${runs} runs): the last refusal with 503`,
    measured: rounded(median(refusals)),
    unit: 's',
    atMost: 1,
  })
})

/** A masjid with a slot to which a thousand khateebs are invited, and what each of them sends to accept. */
async function thousandInvited(database: Database, url: string) {
  const inviting = await insertMasjid(database)
  const khateebs = await insertKhateebs(database, 1_000)
  const slot = slotsToPost().next().value
  await postSlotWithKey(url, inviting, slot)
  await database.reader
    .insertInto('proposals')
    .columns(['slot_id', 'masjid_uid', 'khateeb_uid', 'direction'])
    .expression((select) =>
      select
        .selectFrom('slots')
        .innerJoin('khateebs', (join) => join.onTrue())
        .where('slots.masjid_uid', '=', inviting.uid)
        .where(
          'khateebs.uid',
          'in',
          khateebs.map(({ uid }) => uid),
        )
        .select((row) => ['slots.id', 'slots.masjid_uid', 'khateebs.uid', row.val('invite').as('direction')]),
    )
    .execute()
  const [khutbahDate = '', khutbahTime = ''] = slot.split(' ')
  return { khateebs, claim: { khateebUid: 'me', masjidUid: inviting.uid, khutbahDate, khutbahTime } }
}
