import { recordAudit } from '../../server/audit/record-audit.ts'
import type { Tx } from '../../server/database/database.ts'
import { redeleteAccounts } from '../../server/identity/delete-account.ts'
import { revokeAllAccess } from '../../server/identity/revoke-all-access.ts'
import { holdOrGiveUpLetters } from '../../server/letters/restore-hold.ts'

/** The numbers of changes that `reconcile` made to the restored data. */
export type ReconcileResult = Awaited<ReturnType<typeof reconcile>>

/**
 * Brings restored data up to date. Again deletes the accounts that were deleted after the backup. Ends sessions and links. Holds letters,
 * because they may have been sent after the backup.
 * @param deleted uids of deleted parties, and ids of deleted people
 * @param takenAt time of the backup, ISO 8601
 */
export async function reconcile(tx: Tx, deleted: readonly string[], takenAt: string) {
  // Accounts are deleted first, because the deletion reads links and letters, which the next steps change.
  const accountsDeletedAgain = await redeleteAccounts(tx, deleted)
  const sessionsEnded = await revokeAllAccess(tx)
  const { held, givenUp } = await holdOrGiveUpLetters(tx)
  await recordAudit(tx, { role: 'operator' }, [{ event: 'database_restored' }])
  // The backup was read before its own time was stored. Otherwise metrics and the doctor would report the backup before it, or none.
  await tx
    .updateTable('upkeep')
    .set({ last_backup_at: new Date(takenAt) })
    .execute()
  // `givenUp` counts the letters with an ended link. They were given up instead of held.
  return { accountsDeletedAgain, sessionsEnded, lettersHeld: held, lettersGivenUp: givenUp }
}
