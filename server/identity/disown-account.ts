import type { disownAccount as endpoint } from '../../contract/account-email.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import type { PublicAction } from './action-types.ts'
import { addToDeletionList, beginDeletion, completeDeletion } from './delete-account.ts'
import { ownerOfLink, spendLink } from './single-use-links.ts'

/**
 * Deletes an account whose address belongs to another person, by the link in a letter to that address, and the masjids that have no
 * other owner. The address gets no farewell letter, because its owner has asked for no more letters.
 */
export const disownAccount: PublicAction<typeof endpoint> = async (parts, context, { token }) => {
  const { reader } = context.database
  const personId = await ownerOfLink(reader, token, 'disown_account')

  const ids = await context.transact(async (tx) => {
    const deletion = await beginDeletion(tx, personId, { missing: 'link_spent', ifLastOwner: 'delete' })
    const { account } = await spendLink(tx, personId, token, 'disown_account')
    // The owner of the address has confirmed it since, so the account is the owner's. An old letter must not end it.
    if (account.emailVerified) throw new Failure('link_spent')
    await recordAudit(tx, account, [accountEntry(account, 'account_disowned')])
    const { letters, ids } = await completeDeletion(tx, deletion)
    await queueLetters(tx, letters)
    return ids
  })
  await addToDeletionList(parts, context, ids)
  return {}
}
