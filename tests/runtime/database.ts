import { inject } from 'vitest'
import { type Database, databaseOn } from '../../server/database/database.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { migrateWithClock, setClock } from './clock.ts'
import { openCopy } from './embedded-database.ts'
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
  return testDatabase(
    databaseOn(pool, () => pool.end()),
    url,
  )
}

async function prepare(url: string): Promise<void> {
  const pool = openPostgres(url, 1)
  const database = databaseOn(pool, () => pool.end())
  await migrateWithClock(database)
  await database.close()
}

async function onEmbedded(): Promise<TestDatabase> {
  return testDatabase(await openCopy(inject('embeddedTemplate')), null)
}

function testDatabase(database: Database, url: string | null): TestDatabase {
  return {
    database,
    url,
    setNow: (instant) => setClock(database, instant),
    close: () => database.close(),
  }
}
