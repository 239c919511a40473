import { recordAudit } from '../../server/audit/record.ts'
import type { Tx } from '../../server/database/database.ts'
import { redeleteAccounts } from '../../server/identity/delete-account.ts'
import { revokeAllAccess } from '../../server/identity/revoke-all-access.ts'
import { holdLetters } from '../../server/letters/restore-hold.ts'

/** The changes that a restore made to the restored data. */
export type Reconciled = Awaited<ReturnType<typeof reconcile>>

/**
 * Updates restored data to the present: deletes again the accounts that were deleted after the backup, ends sessions and links,
 * and holds letters, because they may have been sent after the backup.
 * @param deleted uids of deleted accounts
 * @param takenAt time of the backup, ISO 8601
 */
export async function reconcile(tx: Tx, deleted: readonly string[], takenAt: string) {
  // Before the next steps, because it depends on the links and letters that they change.
  const accountsDeletedAgain = await redeleteAccounts(tx, deleted)
  const sessionsEnded = await revokeAllAccess(tx)
  const { held, givenUp } = await holdLetters(tx)
  await recordAudit(tx, { role: 'operator' }, [{ event: 'database_restored' }])
  await tx
    .updateTable('upkeep')
    .set({ last_backup_at: new Date(takenAt) })
    .execute()
  // Those given up have a link that no longer works.
  return { accountsDeletedAgain, sessionsEnded, lettersHeld: held, lettersGivenUp: givenUp }
}
