import type { Client } from 'pg'
import { migrate } from '../server/database/migrate.ts'
import { urlOf, withConnection } from '../tools/postgres/connections.ts'

/** Creates a database with the newest schema in a cluster, fills it, and returns its URL. */
export async function createDatabase(
  cluster: string,
  name: string,
  fill: (client: Client) => Promise<void>,
): Promise<string> {
  await withConnection(cluster, (client) => client.query(`create database ${name}`))
  const url = urlOf(cluster, name)
  await migrate({ url })
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
