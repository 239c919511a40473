import type { disownAccount as endpoint } from '../../contract/account-email.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import type { PublicAction } from './action-types.ts'
import { addToDeletionList, beginDeletion, completeDeletion } from './delete-account.ts'
import { ownerOfLink, spendLink } from './single-use-links.ts'

/**
 * Deletes an account whose email address belongs to another person. That person has used the link in a letter to the address. Also deletes
 * the masjids that have no other owner. The address gets no farewell letter, because its owner wants no more letters.
 */
export const disownAccount: PublicAction<typeof endpoint> = async (parts, context, { token }) => {
  const { db } = context.database
  const personId = await ownerOfLink(db, token, 'disown_account')

  const ids = await context.transact(async (tx) => {
    const deletion = await beginDeletion(tx, personId, { missing: 'link_spent', ifLastOwner: 'delete' })
    const { account } = await spendLink(tx, personId, token, 'disown_account')
    // If the address was confirmed after the letter, the account belongs to the owner of the address. An old letter must not delete the
    // account.
    if (account.emailVerified) throw new Failure('link_spent')
    await recordAudit(tx, account, [accountEntry(account, 'account_disowned')])
    const { letters, ids } = await completeDeletion(tx, deletion)
    await queueLetters(tx, letters)
    return ids
  })
  await addToDeletionList(parts, context, ids)
  return {}
}
