import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/runtime/database.ts'
import { insertMasjid } from '../../tests/runtime/insert-people.ts'
import { masjidDetails } from '../directory/masjid-details.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { preparedStatement } from './prepared-statement.ts'

const testDatabase = await openTestDatabase()
const masjid = await insertMasjid(testDatabase.database)
/** Runs `work` on a pool of one connection, so that `work` can inspect the connection's session. */
async function runOnOneConnection(
  work: (database: Database) => Promise<void>,
  options?: Parameters<typeof openPostgres>[2],
): Promise<void> {
  const database = openPostgres(testDatabase.url, 1, options)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

const readDetails = (database: Database) =>
  masjidDetails({ database, caller: null, nextCursor: () => {} }, { masjidId: masjid.uid })

async function namesOfPreparedStatements({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from pg_prepared_statements')
  return rows.map((it) => it.name)
}

test('a connection prepares a frequent read once', async () => {
  await runOnOneConnection(async (database) => {
    for (let times = 0; times < 3; times += 1) expect(await readDetails(database)).toBeDefined()
    expect(await namesOfPreparedStatements(database)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/u)])
  })
})

test('a connection behind a pooler prepares no statements, and sets timeouts in transactions only', async () => {
  await runOnOneConnection(
    async (database) => {
      expect(await readDetails(database)).toBeDefined()
      expect(await namesOfPreparedStatements(database)).toEqual([])
      const limits = sql<object>`
        select current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle`
      const inside = await database.transaction((tx) => limits.execute(tx))
      expect(inside.rows).toEqual([{ statement: '4500ms', idle: '4500ms' }])
      expect((await limits.execute(database.db)).rows).toEqual([{ statement: '0', idle: '0' }])
    },
    { pooler: 'transaction' },
  )
})

const readNumbers = preparedStatement(() => sql<{ number: number | string }>`select number from numbers`)

test('a prepared read succeeds after a migration changes the type of its column', async () => {
  await sql`create table numbers as select 7 as number`.execute(testDatabase.database.db)
  await runOnOneConnection(async (database) => {
    expect(await readNumbers(database, {})).toEqual([{ number: 7 }])
    await sql`alter table numbers alter number type text`.execute(testDatabase.database.db)
    for (let times = 0; times < 2; times += 1)
      expect(await readNumbers(database, {})).toEqual([{ number: '7' }])
    expect(await namesOfPreparedStatements(database)).toHaveLength(1)
  })
  await sql`drop table numbers`.execute(testDatabase.database.db)
})

test('a prepared read succeeds after a pooler has dropped the prepared statement', async () => {
  await runOnOneConnection(async (database) => {
    await readDetails(database)
    await database.pool.query('deallocate all')
    expect(await readDetails(database)).toBeDefined()
  })
})

test('a prepared read that fails with a query error keeps its connection open', async () => {
  const wrong = preparedStatement(() => sql<object>`select 1 / 0`)
  await runOnOneConnection(async (database) => {
    const { rows: before } = await database.pool.query('select pg_backend_pid()')
    await expect(wrong(database, {})).rejects.toThrow('division by zero')
    expect((await database.pool.query('select pg_backend_pid()')).rows).toEqual(before)
  })
})
