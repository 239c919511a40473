import { sql } from 'kysely'
import { now, type Tx } from '../database/database.ts'

/**
 * Ends every session and every link in letters, as after a restore: a password may have been changed, or a session ended, after
 * the backup was made. Counters of limits begin anew, since everybody has to sign in again. Gives the number of sessions.
 *
 * Links end and stay: they tell whose an earlier address was, until the clean-up deletes them.
 */
export async function revokeAllAccess(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirst()
  await tx.updateTable('links').set({ expires_at: now }).where('expires_at', '>', now).execute()
  await sql`delete from rate_limits`.execute(tx)
  return Number(numDeletedRows)
}
