import { inject } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { migrateWithClock, setClock } from './clock.ts'
import { closeWhenDone } from './close-when-done.ts'
import { createDatabase } from './postgres-database.ts'

/** A database for one test, with the newest schema and a clock that the test can set. */
export interface TestDatabase {
  readonly database: Database
  /** The connection URL, for server processes. */
  readonly url: string
  /** Stops the product's clock at an instant (ISO 8601); null lets it run again. */
  setNow(instant: string | null): Promise<void>
  /** Closes the connections before the end of the test or the file that opened them. */
  readonly close: () => Promise<void>
}

/** Creates a fresh database in this run's PostgreSQL cluster, and connects to it until the test or the file is done. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const url = await createDatabase(inject('postgresCluster'), { name: 'minbar', prepare })
  const database = openPostgres(url, 10)
  return {
    database,
    url,
    setNow: (instant) => setClock(database, instant),
    close: closeWhenDone(() => database.close()),
  }
}

const prepare = (url: string) => withDatabase(url, migrateWithClock)

/** Connects to a database until the test or the file is done. */
export function openDatabase(url: string, connections = 1): Database {
  const database = openPostgres(url, connections)
  return { ...database, close: closeWhenDone(() => database.close()) }
}

/** Runs work on a new connection to a database, and closes it. */
export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openPostgres(url, 1)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
