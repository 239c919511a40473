import { Client } from 'pg'
import { migrate } from '../server/database/migrate.ts'
import { openPostgres } from '../server/database/postgres.ts'

/** Makes a database of the newest schema in a cluster, fills it by `fill`, and gives its URL. */
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
  await withConnection(url, fill)
  await vacuum(url)
  return url
}

/** Copies a database that nobody is connected to, adds to it by `fill`, and gives its URL. */
export async function copyDatabase(
  cluster: string,
  name: string,
  from: string,
  fill: (client: Client) => Promise<void> = async () => {},
): Promise<string> {
  await withConnection(cluster, (client) => client.query(`create database ${name} template ${from}`))
  const url = urlOf(cluster, name)
  await withConnection(url, fill)
  await vacuum(url)
  return url
}

/** What autovacuum would come to do in the middle of a measurement. */
async function vacuum(url: string): Promise<void> {
  await withConnection(url, (client) => client.query('vacuum (analyze)'))
}

/** Does something on one connection of its own. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(cluster: string, database: string): string {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}
