import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../contract/client.ts'
import { approveRequest, blockAccount, requestToLead } from '../../contract/proposals.ts'
import { record } from '../../server/audit/record.ts'
import type { Database } from '../../server/database/database.ts'
import { rememberDevice } from '../../server/identity/known-devices.ts'
import { startApp } from './app.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { newKhateeb, newMasjid } from './people.ts'
import { post } from './slots.ts'

/** The tables of a database, in two parts: those without a row, and the others. */
async function tablesOf({ reader }: Database): Promise<{ empty: string[]; used: string[] }> {
  const empty: string[] = []
  const used: string[] = []
  for (const { name } of await reader.introspection.getTables()) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(reader)
    ;(rows.length === 0 ? empty : used).push(name)
  }
  return { empty, used }
}

async function open(): Promise<TestDatabase> {
  const next = await openTestDatabase()
  onTestFinished(next.close)
  return next
}

test('a database of which a test has used every table comes to the next one as new', async () => {
  const app = await startApp()
  const [khateeb, masjid] = [await newKhateeb(app.baseUrl), await newMasjid(app.baseUrl)]
  const slot = await post(masjid)
  const headers = { authorization: `Bearer ${khateeb.token}`, 'idempotency-key': 'keeps-the-answer' }
  const keeping = createClient({ baseUrl: app.baseUrl, fetch, headers })
  await keeping.call(requestToLead, { khateebId: 'me', ...slot })
  await masjid.client.call(approveRequest, { requesterId: khateeb.uid, ...slot })
  await khateeb.client.call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
  await app.database.transaction((tx) => rememberDevice(tx, khateeb.uid, null))
  await app.setNow('2099-12-04T12:00:00Z')
  expect((await tablesOf(app.database)).empty).toEqual([])
  await app.stop()

  const { database } = await open()
  expect((await tablesOf(database)).used).toEqual([])
  const happened = { event: 'account_created', khateebUid: khateeb.uid } as const
  await database.transaction((tx) => record(tx, { role: 'operator' }, [happened]))
  expect(await database.reader.selectFrom('audit').select('id').execute()).toEqual([{ id: '1' }])
})

test('a database that a test has changed by more than rows comes to nobody', async () => {
  const used = await openTestDatabase()
  const before = await tablesOf(used.database)
  await sql`create table left_over (name text)`.execute(used.database.reader)
  await used.close()
  const { database } = await open()
  expect(await tablesOf(database)).toEqual(before)
})
