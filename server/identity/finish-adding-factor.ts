import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import type { SecondFactorKind } from '../database/tables.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import type { Account } from './accounts.ts'
import { countRecoveryCodes, deleteUnfinishedSetups } from './second-factor/factors.ts'
import { replaceRecoveryCodes } from './second-factor/recovery-codes.ts'

/**
 * Finishes the addition of a second factor: deletes unfinished setups, audits the addition, queues a letter, and returns new recovery codes
 * if the person has none. The caller’s transaction must have locked the account.
 */
export async function finishAddingFactor(
  tx: Tx,
  account: Account,
  props: { readonly factor: SecondFactorKind; readonly device: string },
): Promise<{ recoveryCodes: string[] | null }> {
  const { personId, email, nameInLetters: name } = account
  // If this is the first factor, other setups were begun with only the password. A thief of the password may have begun them.
  await deleteUnfinishedSetups(tx, personId)
  await recordAudit(tx, account, [accountEntry(account, 'second_factor_added')])
  await queueLetters(tx, [{ to: email, letter: { kind: 'second_factor_added', props: { name, ...props } } }])
  const hasCodes = (await countRecoveryCodes(tx, personId)) > 0
  return { recoveryCodes: hasCodes ? null : await replaceRecoveryCodes(tx, personId) }
}
