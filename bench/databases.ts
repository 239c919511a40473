import type { Client } from 'pg'
import { readPostmasterFile } from '../server/database/embedded/postmaster-file.ts'
import { migrate } from '../server/database/migrate.ts'
import type { PostgresCluster } from '../tools/postgres/cluster.ts'
import { urlOf, withConnection } from '../tools/postgres/connections.ts'

/**
 * Creates a database with the newest schema in a cluster, fills it, and returns its URL.
 * @param template the database to copy. PostgreSQL copies only a database without open connections
 */
export async function createDatabase(
  cluster: string,
  name: string,
  fill: (client: Client) => Promise<void>,
  template = 'template1',
): Promise<string> {
  await withConnection(cluster, (client) => client.query(`create database ${name} template ${template}`))
  const url = urlOf(cluster, name)
  await migrate({ url })
  await withConnection(url, async (client) => {
    await fill(client)
    // Vacuums now, so that autovacuum does not run during a measurement.
    await client.query('vacuum (analyze)')
  })
  return url
}

/**
 * Returns the process id of PostgreSQL's main process, whose child processes `processorTime` also counts. NaN if PostgreSQL does not run.
 */
export async function postmasterPid({ folder }: PostgresCluster): Promise<number> {
  return (await readPostmasterFile(folder))?.pid ?? Number.NaN
}
