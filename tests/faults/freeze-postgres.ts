import { readFile } from 'node:fs/promises'
import { isAlive, readPostmasterFile } from '../../server/database/embedded/postmaster-file.ts'

/** Stops every process of the PostgreSQL on a cluster where it stands, as a machine that hangs does. Linux only. */
export function freeze(cluster: string): Promise<void> {
  return signal(cluster, 'SIGSTOP')
}

/** Lets them go on. */
export function thaw(cluster: string): Promise<void> {
  return signal(cluster, 'SIGCONT')
}

async function signal(cluster: string, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const file = await readPostmasterFile(cluster)
  if (file === undefined) throw new Error(`No PostgreSQL runs on ${cluster}`)
  // The postmaster first, so that no process is added after the look at them.
  process.kill(file.pid, name)
  const children = await readFile(`/proc/${file.pid}/task/${file.pid}/children`, 'utf8')
  for (const pid of children.trim().split(' ')) {
    // One that served a connection may have ended since.
    if (isAlive(Number(pid))) process.kill(Number(pid), name)
  }
}
