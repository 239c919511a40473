import { recordAudit } from '../../server/audit/record.ts'
import type { Tx } from '../../server/database/database.ts'
import { redeleteAccounts } from '../../server/identity/delete-account.ts'
import { revokeAllAccess } from '../../server/identity/revoke-all-access.ts'
import { holdLetters } from '../../server/letters/restore-hold.ts'

/** What a restore did besides bringing the rows back. */
export interface Settled {
  readonly accountsDeletedAgain: number
  readonly sessionsEnded: number
  readonly lettersHeld: number
  /** Letters whose link was ended. */
  readonly lettersGivenUp: number
}

/**
 * Brings what was true when the backup was made in line with now: accounts that were deleted since are deleted again, sessions
 * and links end, and letters wait, as they may have been sent since.
 * @param deleted uids of accounts that were deleted
 * @param takenAt until when the backup holds everything, ISO 8601
 */
export async function settle(tx: Tx, deleted: readonly string[], takenAt: string): Promise<Settled> {
  // First, as it goes by links and letters as they were.
  const accountsDeletedAgain = await redeleteAccounts(tx, deleted)
  const sessionsEnded = await revokeAllAccess(tx)
  const { held, givenUp } = await holdLetters(tx)
  await recordAudit(tx, { role: 'operator' }, [{ event: 'database_restored' }])
  await tx
    .updateTable('upkeep')
    .set({ last_backup_at: new Date(takenAt) })
    .execute()
  return { accountsDeletedAgain, sessionsEnded, lettersHeld: held, lettersGivenUp: givenUp }
}
