import { readFile } from 'node:fs/promises'
import { isAlive, readPostmasterFile } from '../../server/database/embedded/postmaster-file.ts'

/** Suspends all processes of a cluster's PostgreSQL, as on a machine that hangs. Linux only. */
export function freezePostgres(cluster: string): Promise<void> {
  return signal(cluster, 'SIGSTOP')
}

/** Resumes them. */
export function resumePostgres(cluster: string): Promise<void> {
  return signal(cluster, 'SIGCONT')
}

async function signal(cluster: string, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const file = await readPostmasterFile(cluster)
  if (file === undefined) throw new Error(`No PostgreSQL runs on ${cluster}`)
  // Stop the postmaster first, so that it starts no more processes.
  process.kill(file.pid, name)
  const children = await readFile(`/proc/${file.pid}/task/${file.pid}/children`, 'utf8')
  for (const pid of children.trim().split(' ')) {
    // A connection's process may have ended meanwhile.
    if (isAlive(Number(pid))) process.kill(Number(pid), name)
  }
}
