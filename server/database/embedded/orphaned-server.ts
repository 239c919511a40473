import { readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation } from './data-folders.ts'
import { DirectoryInUseError, lockClusterWithin } from './cluster-lock.ts'
import { isAlive, type PostmasterFile, readPostmasterFile } from './postmaster-file.ts'
import { isHotCopy } from './hot-copy.ts'
import { connectionUrl } from './connection-url.ts'

/** Milliseconds that a PostgreSQL without an owner gets to end. */
const stopsWithin = 4_000

/** Milliseconds for which a server that doesn't answer may still be starting or ending. */
const answersWithin = 2_000

/**
 * Stops the PostgreSQL that a killed Minbar left running on the cluster, if there is one. Rejects with DirectoryInUseError
 * where its Minbar is alive. It looks by connecting, not by process id, so it also sees a server in another container.
 */
export async function stopOrphanedServer(installation: Installation, password: string): Promise<void> {
  const { directory, cluster } = installation
  const file = await readPostmasterFile(cluster)
  if (file === undefined) return
  // In a copy it names the server of the original, which is none of ours.
  if (file.cluster !== cluster && (await isHotCopy(cluster))) return
  const url = connectionUrl(file, password)
  const owner = await lockClusterWithin(url, performance.now() + answersWithin).catch(() => undefined)
  if (owner === undefined) return forgetStale(file, installation)
  if ('heldBy' in owner) throw new DirectoryInUseError(directory, owner.heldBy)
  if (!(await mayBePostgres(file.pid, cluster))) {
    await owner.release()
    throw new DirectoryInUseError(directory, `${file.pid} of another container`)
  }
  signal(file.pid, 'SIGINT')
  const timer = setTimeout(() => signal(file.pid, 'SIGQUIT'), stopsWithin)
  await owner.ended
  clearTimeout(timer)
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  if (isAlive(pid)) process.kill(pid, name)
}

/**
 * Removes the files by which a server that is dead keeps others away. PostgreSQL does so itself, unless the dead one's id is taken:
 * by another process, as is usual after a container's restart, or by the dead one, where nobody waits for it.
 */
async function forgetStale({ pid, port }: PostmasterFile, { folder, cluster }: Installation): Promise<void> {
  if (!isAlive(pid) || (await mayBePostgres(pid, cluster))) return
  await rm(join(folder, `.s.PGSQL.${port}.lock`), { force: true })
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

/** Whether a process may be the server on a cluster: PostgreSQL works in its cluster's folder, under whatever name. */
async function mayBePostgres(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  // A process that has ended and was not waited for has none.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return folder === (await realpath(cluster))
}
