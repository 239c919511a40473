import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type Database, databaseOn } from '../../server/database/database.ts'
import { openEmbedded } from '../../server/database/embedded/open.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { createDatabase } from './postgres-database.ts'
import type { DatabaseKind } from './setup/provided.ts'

/** A database of a test's own, at the newest schema and with a clock that the test may set. */
export interface TestDatabase {
  readonly database: Database
  /** For server processes; null where the database is embedded. */
  readonly url: string | null
  /** Stops the product's clock at an instant (ISO 8601), or with null lets it run again. */
  setNow(instant: string | null): Promise<void>
  readonly close: () => Promise<void>
}

/** Makes a fresh database of the kind that the test's project runs on. */
export async function openTestDatabase(kind: DatabaseKind = inject('database')): Promise<TestDatabase> {
  return kind === 'embedded' ? onEmbedded() : onPostgres()
}

async function onPostgres(): Promise<TestDatabase> {
  const url = await createDatabase(inject('postgresCluster'), { name: 'minbar', prepare })
  const pool = openPostgres(url, 10)
  const database = databaseOn(pool, () => pool.end())
  return { database, url, setNow: (instant) => setNow(database, instant), close: () => database.close() }
}

async function prepare(url: string): Promise<void> {
  const pool = openPostgres(url, 1)
  const database = databaseOn(pool, () => pool.end())
  await migrateWithClock(database)
  await database.close()
}

async function onEmbedded(): Promise<TestDatabase> {
  const directory = await mkdtemp(join(inMemory, 'minbar-'))
  const embedded = await openEmbedded({ directory, log: pino({ level: 'silent' }) })
  const database = databaseOn(embedded.pool, () => embedded.close())
  await migrateWithClock(database)
  return {
    database,
    url: null,
    setNow: (instant) => setNow(database, instant),
    close: async () => {
      await database.close()
      await rm(directory, { recursive: true })
    },
  }
}

/** A folder in memory, where there is one: each commit is synced, and no test of the API is about the disk. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Only here is the product's clock another than the database's own. */
async function migrateWithClock({ reader }: Database): Promise<void> {
  await migrate(reader)
  await sql`create table test_clock (instant timestamptz not null)`.execute(reader)
  await sql`create or replace function minbar_now() returns timestamptz language sql stable as
    'select coalesce((select instant from test_clock), clock_timestamp())'`.execute(reader)
}

async function setNow({ reader }: Database, instant: string | null): Promise<void> {
  await sql`delete from test_clock`.execute(reader)
  if (instant !== null) await sql`insert into test_clock values (${instant})`.execute(reader)
}
