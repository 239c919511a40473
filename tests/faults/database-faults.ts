import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect } from 'vitest'
import { openPostgres } from '../../server/database/postgres.ts'
import { insertMasjid, insertMasjids, type Member } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { freezePostgres, resumePostgres } from './freeze-postgres.ts'
import type { DatabaseFault } from './survive-faults.ts'

/** How often each fault is caused, except the failover. */
export const runsPerFault = isVerifyRun ? 6 : 1
/** Milliseconds of silence after the first call that timed out. In a verify run, every connection times out. */
export const longSilence = isVerifyRun ? 12_000 : 0

/** Seconds until a change succeeds after PostgreSQL accepts connections again. */
export const afterRestart = 2
/** The same after PostgreSQL, or the network to it, did not respond for a time. */
export const afterSilence = 15

/** Runs statements on a new connection. */
export async function runStatements(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** PostgreSQL ends the server's connections to this database only: other tests use the same cluster. */
export function endConnections(url: () => string): DatabaseFault {
  return {
    what: 'ends every connection',
    cause: () =>
      runStatements(
        url(),
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'minbar' and datname = current_database()`,
      ),
    recoversWithin: afterRestart,
  }
}

/** PostgreSQL's processes stop until a call has timed out, and for `longSilence` more. */
export function freezeForAWhile(cluster: () => string): DatabaseFault {
  return {
    what: 'is frozen for a while',
    async cause(postOnce) {
      await freezePostgres(cluster())
      expect(await postOnce()).toBe(503)
      await pause(longSilence)
      await resumePostgres(cluster())
    },
    recoversWithin: afterSilence,
  }
}

export type Members = readonly [Member, ...(readonly Member[])]

export async function insertTwentyMasjids(url: string): Promise<Members> {
  const database = openPostgres(url, 1)
  const masjids: Members = [await insertMasjid(database), ...(await insertMasjids(database, 19))]
  await database.close()
  return masjids
}
