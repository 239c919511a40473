import { sql } from 'kysely'
import { databaseNow, type Tx } from '../database/database.ts'

/**
 * Ends all sessions, and invalidates passkey challenges, setups of authenticator apps, and all links in letters that give access. Needed
 * after a restore, because sessions and links may have ended after the backup, for example when a person changed their password or email.
 * Resets the rate limits, because all people must sign in again. Returns the number of ended sessions.
 *
 * - The rows of `links` stay until `deleteExpiredIdentityData` deletes them, because they show which account had which former email.
 * - A link whose only effect is to stop letters still works. So do calendar addresses: they change nothing, and a calendar that stops
 *   updating would show old times.
 */
export async function revokeAllAccess(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('sessions').executeTakeFirst()
  await tx
    .updateTable('links')
    .set({ expires_at: databaseNow })
    .where('expires_at', '>', databaseNow)
    .execute()
  await tx.deleteFrom('answer_links').execute()
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
