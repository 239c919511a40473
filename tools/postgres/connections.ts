import { Client } from 'pg'
import type { Database } from '../../server/database/database.ts'
import { openPostgres } from '../../server/database/postgres.ts'

/** Runs work on a new connection, and closes it. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  // Without a listener, Node ends the process when PostgreSQL ends the connection.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Like `withConnection`, with a `Database` of one connection. */
export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openPostgres(url, 1)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** The URL of a database in a cluster. */
export function urlOf(cluster: string, database: string): string {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}
