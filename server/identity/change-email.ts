import { sql } from 'kysely'
import type {
  cancelEmailChange as cancelEndpoint,
  confirmEmail as confirmEndpoint,
  changeEmail as endpoint,
} from '../../contract/email-change.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure, invalidField } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { redirectNews } from '../letters/redirect-news.ts'
import { lockAccount, setEmail } from './accounts.ts'
import type { PublicAction, SignedInAction } from './action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from './check-password.ts'
import { createLink, invalidateLinks, ownerOfLink, spendLink } from './single-use-links.ts'
import { newEmailOf } from './verify-email.ts'

/** Requests a change of the caller's email by sending a link to the new address. The email changes when the link is used. */
export const changeEmail: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const { email } = input
  const { caller, request } = context
  const account = await reauthenticate(parts, context, input)
  if (email === account.email) throw invalidField('email', 'email_unchanged')
  const { limits } = parts
  // The response reveals whether an address is taken, as the response to a sign-up does. So this call counts against the limit of sign-ups.
  await limits.countAddress('sign_up', request.address)
  await limits.countLetter('link', email)

  return context.transact(async (tx) => {
    const locked = await lockIfPasswordUnchanged(tx, account)
    if (await isTaken(tx, email, caller.personId)) throw new Failure('email_taken')
    // Only the link in the newest letter works.
    await invalidateLinks(tx, caller.personId, ['confirm_email'])
    const token = await createLink(tx, caller.personId, 'confirm_email', { email })
    await recordAudit(tx, caller, [accountEntry(caller, 'email_change_asked')])
    const props = { name: locked.nameInLetters, token }
    await queueLetters(tx, [{ to: email, letter: { kind: 'confirm_email', props } }])
    return {}
  })
}

/** Cancels the caller's pending change of email. The link in the letter to the new address then no longer works. */
export async function cancelEmailChange(tx: Tx, caller: Caller): Promise<OutputOf<typeof cancelEndpoint>> {
  // If the link is used at the same time, the first of the two calls takes effect.
  await lockAccount(tx, { personId: caller.personId })
  if ((await newEmailOf(tx, caller.personId)) === null) return { changed: false }
  await invalidateLinks(tx, caller.personId, ['confirm_email'])
  await recordAudit(tx, caller, [accountEntry(caller, 'email_change_canceled')])
  return { changed: true }
}

/** Returns whether an address is taken now. The database's constraints check this again when the link is used. */
async function isTaken(tx: Tx, email: string, personId: string): Promise<boolean> {
  const exists = sql<boolean>`exists (select from people where email = ${email})`
  const { taken } = await tx
    .selectNoFrom(sql<boolean>`${exists} or is_kept_for_another(${email}, ${personId})`.as('taken'))
    .executeTakeFirstOrThrow()
  return taken
}

/** Changes the account's email to the address that the link was sent to. Sends an undo link to the old address. */
export const confirmEmail: PublicAction<typeof confirmEndpoint> = async (_, context, { token }) => {
  const personId = await ownerOfLink(context.database.db, token, 'confirm_email')
  return context.transact(async (tx) => {
    const { account, email: newEmail } = await spendLink(tx, personId, token, 'confirm_email')
    const { nameInLetters: name, email: oldEmail } = account
    await setEmail(tx, personId, newEmail)
    await redirectNews(tx, oldEmail, newEmail)
    // Of the account's links in the old mailbox, only the undo link still works.
    await invalidateLinks(tx, personId, ['reset_password', 'verify_email', 'confirm_email'])
    const emails = { email: oldEmail, replaced_by: newEmail }
    const undoToken = await createLink(tx, personId, 'undo_email_change', emails)
    await recordAudit(tx, account, [accountEntry(account, 'email_changed')])
    const props = { name, newEmail, token: undoToken }
    await queueLetters(tx, [{ to: oldEmail, letter: { kind: 'email_changed', props } }])
    return {}
  })
}
