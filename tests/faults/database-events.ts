import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect } from 'vitest'
import { openPostgres } from '../../server/database/postgres.ts'
import { type Member, masjidIn, masjidsIn } from '../runtime/crowd.ts'
import { isLong } from '../runtime/is-long.ts'
import type { DatabaseEvent } from './events.ts'
import { freeze, thaw } from './freeze.ts'

/** How often each event happens; promotions have a number of their own. */
export const eventsPerKind = isLong ? 6 : 1
/** Milliseconds of silence beyond the first call that gave up; in the long form every connection is given up meanwhile. */
export const longSilence = isLong ? 12_000 : 0

/** Seconds until a change is possible after PostgreSQL takes connections again. */
export const afterRestart = 2
/** The same after a time in which it, or the network to it, said nothing. */
export const afterSilence = 15

/** Runs statements on a connection of its own. */
export async function operate(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Of this database only: other tests use theirs in the same cluster. */
const endConnections = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'minbar' and datname = current_database()`

/** A database at an address ends the connections of its server. */
export function endsConnections(url: () => string): DatabaseEvent {
  return {
    what: 'ends every connection',
    happen: () => operate(url(), endConnections),
    recoversWithin: afterRestart,
  }
}

/** The processes of the cluster in a folder stand still until a call has given up, and for `longSilence`. */
export function freezesForAWhile(cluster: () => string): DatabaseEvent {
  return {
    what: 'is frozen for a while',
    async happen(postOnce) {
      await freeze(cluster())
      expect(await postOnce()).toBe(503)
      await pause(longSilence)
      await thaw(cluster())
    },
    recoversWithin: afterSilence,
  }
}

export type Members = readonly [Member, ...(readonly Member[])]

/** Twenty masjids in the database at an address. */
export async function newMasjidsIn(url: string): Promise<Members> {
  const database = openPostgres(url, 1)
  const masjids: Members = [await masjidIn(database), ...(await masjidsIn(database, 19))]
  await database.close()
  return masjids
}
