import type { undoEmailChange as endpoint } from '../../contract/email-change.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { deleteAddressesMadeSince } from '../calendar/calendar-addresses.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { redirectNews } from '../letters/redirect-news.ts'
import { newToken } from '../tokens.ts'
import { setEmail, setPasswordHash } from './accounts.ts'
import type { PublicAction } from './action-types.ts'
import { invalidateNewerUndoLinks } from './former-emails.ts'
import { forgetDevices } from './known-devices.ts'
import { deleteFactorsAddedSince } from './second-factor/factors.ts'
import { endSessions } from './sessions.ts'
import { createLink, invalidateLinks, ownerOfLink, spendLink, undoPeriod } from './single-use-links.ts'

/**
 * Restores the address that the undo link was sent to, even if the address was changed again afterwards. The person who changed the address
 * knew the password. So the call invalidates the password, ends all sessions, forgets all known browsers, removes the calendar addresses
 * added after the change, and sends a reset link to the restored address. It also removes the second factors that were added after the
 * change or in the week before it: an intruder may add a passkey before changing the address.
 */
export const undoEmailChange: PublicAction<typeof endpoint> = async ({ passwords }, context, { token }) => {
  // Check the link before the slow hash.
  const personId = await ownerOfLink(context.database.db, token, 'undo_email_change')
  const randomPasswordHash = await passwords.hash(newToken().token)

  return context.transact(async (tx) => {
    const { account, email, createdAt } = await spendLink(tx, personId, token, 'undo_email_change')
    await invalidateNewerUndoLinks(tx, personId, token)
    await invalidateLinks(tx, personId, ['reset_password', 'verify_email', 'confirm_email'])
    // The address was the person's until the link was created, so it is verified as of that time. If it were verified as of now, a masjid
    // that has since invited the address would learn whose address it is.
    await setEmail(tx, personId, email, createdAt)
    await redirectNews(tx, account.email, email)
    await setPasswordHash(tx, personId, randomPasswordHash)
    await endSessions(tx, personId)
    await forgetDevices(tx, personId)
    await deleteFactorsAddedSince(tx, personId, new Date(createdAt.getTime() - 1_000 * undoPeriod))
    await deleteAddressesMadeSince(tx, personId, createdAt)
    await recordAudit(tx, account, [accountEntry(account, 'email_change_undone')])
    const { nameInLetters: name, email: lostEmail } = account
    const reset = await createLink(tx, personId, 'reset_password')
    const letters: AddressedLetter[] = [
      { to: email, letter: { kind: 'email_restored', props: { name, token: reset } } },
    ]
    if (lostEmail !== email) {
      letters.push({ to: lostEmail, letter: { kind: 'email_change_undone', props: { name } } })
    }
    await queueLetters(tx, letters)
    return {}
  })
}
