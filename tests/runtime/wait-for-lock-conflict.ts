import { sql } from 'kysely'
import type { Tx } from '../../server/database/database.ts'

/**
 * Resolves when `other` waits for a lock that `tx` holds, or when `other` settles without waiting. A test uses this to bring two
 * transactions into conflict.
 */
export async function waitForLockConflict(tx: Tx, other: Promise<unknown>): Promise<void> {
  const state = { settled: false }
  const settle = () => void (state.settled = true)
  void other.then(settle, settle)
  const waiting = sql`select from pg_locks where pg_backend_pid() = any(pg_blocking_pids(pid))`
  while (!state.settled && (await waiting.execute(tx)).rows.length === 0);
}
