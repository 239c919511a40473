import { readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolderInUseError, waitForClusterLock } from './cluster-lock.ts'
import type { Installation } from './data-folders.ts'
import { isHotCopy } from './hot-copy.ts'
import { connectionUrl, isAlive, type PostmasterFile, readPostmasterFile } from './postmaster-file.ts'

/** Milliseconds that a fast shutdown may take. After this time, the server gets SIGQUIT, which means an immediate shutdown. */
const stopTimeout = 4_000

/** Milliseconds for connecting to a server that may still be starting or shutting down. */
const connectTimeout = 2_000

/**
 * Stops the PostgreSQL that a killed Minbar process left running on the cluster, if there is one. Rejects with DataFolderInUseError if a
 * Minbar process has the lock on the cluster, or if the server runs in another container. Detects a server by connecting, not by process
 * id, so it also finds a server in another container.
 */
export async function stopOrphanedServer(installation: Installation, password: string): Promise<void> {
  const { dataFolder, cluster } = installation
  const file = await readPostmasterFile(cluster)
  if (file === undefined) return
  // In a copied folder, postmaster.pid belongs to the original's server, which we must not stop.
  if (file.cluster !== cluster && (await isHotCopy(cluster))) return
  const url = connectionUrl(file, password)
  const lock = await waitForClusterLock(url, performance.now() + connectTimeout).catch(() => undefined)
  if (lock === undefined) return removeStaleFiles(file, installation)
  if ('heldBy' in lock) throw new DataFolderInUseError(dataFolder, lock.heldBy)
  if (!(await mayBePostgres(file.pid, cluster))) {
    await lock.release()
    throw new DataFolderInUseError(dataFolder, `${file.pid} of another container`)
  }
  signal(file.pid, 'SIGINT')
  const timer = setTimeout(() => signal(file.pid, 'SIGQUIT'), stopTimeout)
  await lock.ended
  clearTimeout(timer)
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  if (isAlive(pid)) process.kill(pid, name)
}

/**
 * Removes the lock files of a dead server. PostgreSQL removes them itself, unless a process with the dead server's id exists. Usually that
 * process is another program that got the same id, for example after a container restart. It can also be the dead server itself, as a
 * zombie.
 */
async function removeStaleFiles(
  { pid, port }: PostmasterFile,
  { postgresFolder, cluster }: Installation,
): Promise<void> {
  if (!isAlive(pid) || (await mayBePostgres(pid, cluster))) return
  await rm(join(postgresFolder, `.s.PGSQL.${port}.lock`), { force: true })
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

/** Whether a process may be the cluster's server: PostgreSQL's working directory is the cluster's folder. */
async function mayBePostgres(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  // A zombie process has no working directory.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return folder === (await realpath(cluster))
}
