import { sql } from 'kysely'
import type { Tx } from '../../server/database/database.ts'
import type { TestApp } from './app.ts'

/**
 * Resolves once `other` waits for a lock that `tx` holds, or settled without waiting: so a race is led to the moment
 * that matters. The embedded database has one connection, so there `other` cannot even begin before the end of `tx`.
 */
export async function untilItWaits({ url }: TestApp, tx: Tx, other: Promise<unknown>): Promise<void> {
  if (url === null) return
  const state = { settled: false }
  const settle = () => void (state.settled = true)
  void other.then(settle, settle)
  const waiting = sql`select from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))`
  while (!state.settled && (await waiting.execute(tx)).rows.length === 0);
}
