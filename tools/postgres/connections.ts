import { Client } from 'pg'
import type { Database } from '../../server/database/database.ts'
import { openPostgres } from '../../server/database/postgres.ts'

/** Runs `work` with a new connection, then closes the connection. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  // Without a listener, Node would end the process if PostgreSQL ends the connection.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Like `withConnection`, but with a `Database` that has one connection. */
export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openPostgres(url, 1)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Returns the URL of a database in a cluster. */
export function urlOf(cluster: string, database: string): string {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}
