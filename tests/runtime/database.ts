import { inject } from 'vitest'
import type { Database } from '../../server/database/database.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { withDatabase } from '../../tools/postgres/connections.ts'
import { migrateWithClock, setClock } from './clock.ts'
import { closeWhenDone } from './close-when-done.ts'
import { createDatabase } from './postgres-database.ts'

/** A database for one test, with the newest schema and a clock that the test can set. */
export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>

/**
 * Creates a fresh database in this run's PostgreSQL cluster, and connects to it. The end of the test or the file closes the connections.
 */
export async function openTestDatabase() {
  const url = await createDatabase(inject('postgresCluster'), { name: 'minbar', prepare })
  const database = openPostgres(url, 10)
  return {
    database,
    /** The connection URL, for server processes. */
    url,
    /** Stops the product's clock at an instant (ISO 8601); null lets it run again. */
    setNow: (instant: string | null) => setClock(database, instant),
    /** Closes the connections before the end of the test or the file that opened them. */
    close: closeWhenDone(() => database.close()),
  }
}

const prepare = (url: string) => withDatabase(url, migrateWithClock)

/** Connects to a database. The end of the test or the file closes the connections. */
export function openDatabase(url: string, connections = 1): Database {
  const database = openPostgres(url, connections)
  return { ...database, close: closeWhenDone(() => database.close()) }
}
