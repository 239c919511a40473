import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { isAlive } from '../../server/database/embedded/postmaster-file.ts'
import { withDatabase } from '../../tools/postgres/connections.ts'
import { type InsertedAccount, insertMasjid, insertMasjids } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { query } from '../runtime/postgres-database.ts'
import { childrenOf, postmasterPid } from './postmaster.ts'
import type { DatabaseFault } from './survive-faults.ts'

/** The number of times that a test causes each fault, except the failover. */
export const runsPerFault = isVerifyRun ? 6 : 1
/** How long the database stays silent after the first call has timed out, in milliseconds. In a verify run, every connection times out. */
export const longSilence = isVerifyRun ? 12_000 : 0

/** The longest allowed time, in seconds, until a change succeeds after PostgreSQL accepts connections again. */
export const recoverySecondsAfterRestart = 2
/** The longest allowed time, in seconds, until a change succeeds after PostgreSQL, or the network to it, responds again. */
export const recoverySecondsAfterSilence = 15

/**
 * Returns a fault in which PostgreSQL ends the server's connections to this database. Other databases keep their connections, because
 * other tests use the same cluster.
 */
export function endedConnectionsFault(url: () => string): DatabaseFault {
  return {
    what: 'ends every connection',
    cause: () =>
      query(
        url(),
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'minbar' and datname = current_database()`,
      ),
    recoversWithin: recoverySecondsAfterRestart,
  }
}

/** Returns a fault in which PostgreSQL's processes are stopped until a call has timed out, and then for `longSilence`. */
export function freezeFault(cluster: () => string): DatabaseFault {
  return {
    what: 'is frozen for a while',
    async cause(postOnce) {
      await signalProcesses(cluster(), 'SIGSTOP')
      expect(await postOnce()).toBe(503)
      await pause(longSilence)
      await signalProcesses(cluster(), 'SIGCONT')
    },
    recoversWithin: recoverySecondsAfterSilence,
  }
}

export type NonEmptyMasjidList = readonly [InsertedAccount, ...(readonly InsertedAccount[])]

export function insertTwentyMasjids(url: string): Promise<NonEmptyMasjidList> {
  return withDatabase(url, async (database) => [
    await insertMasjid(database),
    ...(await insertMasjids(database, 19)),
  ])
}

/** Sends a signal to all processes of a cluster's PostgreSQL. Linux only. */
async function signalProcesses(cluster: string, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const postmaster = await postmasterPid(cluster)
  // Stop the postmaster first, so that it starts no more processes.
  process.kill(postmaster, name)
  for (const pid of await childrenOf(postmaster)) {
    // A connection's process may have ended in the meantime.
    if (isAlive(pid)) process.kill(pid, name)
  }
}
