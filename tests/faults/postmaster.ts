import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPostmasterFile } from '../../server/database/embedded/postmaster-file.ts'

/** Returns the folder of the embedded database's cluster, in a data folder. */
export function clusterIn(dataDir: string): string {
  return join(dataDir, 'postgres', 'data')
}

/** Returns the process id of the PostgreSQL that runs on a cluster. */
export async function postmasterPid(cluster: string): Promise<number> {
  const file = await readPostmasterFile(cluster)
  if (file === undefined) throw new Error(`No PostgreSQL runs on ${cluster}`)
  return file.pid
}

/** Returns the ids of PostgreSQL's child processes. Linux only. */
export async function childrenOf(postmaster: number): Promise<number[]> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return children.trim().split(' ').map(Number)
}
