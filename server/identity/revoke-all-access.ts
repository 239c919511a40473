import { sql } from 'kysely'
import { databaseNow, type Tx } from '../database/database.ts'

/**
 * Ends all sessions, and expires all links in letters and all challenges for passkeys. Needed after a restore, because passwords may have been changed and
 * sessions ended since the backup. Resets the rate limits, as everyone has to sign in again. Returns the number of sessions.
 *
 * The rows of links are kept: they show which account had which former email, until the cleanup job deletes them.
 */
export async function revokeAllAccess(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirst()
  await tx
    .updateTable('links')
    .set({ expires_at: databaseNow })
    .where('expires_at', '>', databaseNow)
    .execute()
  await tx.deleteFrom('passkey_challenges').execute()
  await tx.deleteFrom('authenticator_app_setups').execute()
  await tx
    .updateTable('invitations')
    .set({ expires_at: databaseNow })
    .where('expires_at', '>', databaseNow)
    .execute()
  await sql`delete from rate_limits`.execute(tx)
  return Number(numDeletedRows)
}
