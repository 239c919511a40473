import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/runtime/database.ts'
import { insertKhateeb, insertMasjids } from '../../tests/runtime/insert-people.ts'
import { expireProposals, expiryBatchSize } from './expire-proposals.ts'

const { database } = await openTestDatabase()
const { db } = database

test('proposals expire in batches, each batch in its own transaction', async () => {
  const [masjid] = await insertMasjids(database, 1)
  const khateeb = await insertKhateeb(database)
  const count = 2 * expiryBatchSize + 1
  await sql`
    with posted as (
      insert into slots (masjid_uid, date, time, starts_at)
      select ${masjid?.uid}::uuid, '2020-01-03'::date + day, '13:00', '2020-01-03T18:00:00Z'::timestamptz + make_interval(days => day)
      from generate_series(1, ${sql.lit(count)}) as day
      returning id, masjid_uid
    )
    insert into proposals (slot_id, masjid_uid, khateeb_uid, direction)
    select id, masjid_uid, ${khateeb.uid}::uuid, 'request' from posted`.execute(db)
  expect(await expireProposals(database)).toBe(count)
  const { rows } = await sql<{ changed: number }>`
    select count(*)::int as changed from audit where event = 'request_expired' group by xmin::text order by 1`.execute(
    db,
  )
  expect(rows.map((it) => it.changed)).toEqual([1, expiryBatchSize, expiryBatchSize])
  expect(await expireProposals(database)).toBe(0)
})
