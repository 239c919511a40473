import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * Raises a serialization failure, after which `Database.transaction` retries. Call this if rows changed before the transaction locked them.
 */
export async function forceRetry(tx: Tx): Promise<void> {
  await sql`do $$ begin raise exception 'rows changed before they were locked' using errcode = 'serialization_failure'; end $$`.execute(
    tx,
  )
}
