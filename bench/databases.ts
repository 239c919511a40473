import { Client } from 'pg'
import { migrate } from '../server/database/migrate.ts'
import { openPostgres } from '../server/database/postgres.ts'

/** Creates a database with the newest schema in a cluster, fills it, and returns its URL. */
export async function createDatabase(
  cluster: string,
  name: string,
  fill: (client: Client) => Promise<void>,
): Promise<string> {
  await withConnection(cluster, (client) => client.query(`create database ${name}`))
  const url = urlOf(cluster, name)
  const database = openPostgres(url, 1)
  await migrate(database)
  await database.close()
  await fillAndVacuum(url, fill)
  return url
}

/** Copies a database without open connections, fills the copy further, and returns its URL. */
export async function copyDatabase(
  cluster: string,
  name: string,
  from: string,
  fill: (client: Client) => Promise<void> = async () => {},
): Promise<string> {
  await withConnection(cluster, (client) => client.query(`create database ${name} template ${from}`))
  const url = urlOf(cluster, name)
  await fillAndVacuum(url, fill)
  return url
}

/** Vacuums now, so that autovacuum does not run during a measurement. */
function fillAndVacuum(url: string, fill: (client: Client) => Promise<void>): Promise<void> {
  return withConnection(url, async (client) => {
    await fill(client)
    await client.query('vacuum (analyze)')
  })
}

/** Runs work on a new connection, and closes it. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The URL of a database in a cluster. */
export function urlOf(cluster: string, database: string): string {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}
