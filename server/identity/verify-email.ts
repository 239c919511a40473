import type {
  getEmail,
  sendVerification as sendEndpoint,
  verifyEmail as verifyEndpoint,
} from '../../contract/account-email.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import type { Queryable } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { findAccount, lockAccount, setEmail } from './accounts.ts'
import type { PublicAction, SignedInAction } from './action-types.ts'
import { createLink, emailsOfLinks, ownerOfLink, spendLink } from './single-use-links.ts'

/**
 * Marks an account's email as verified, by the single-use link that was sent to this email. Changes nothing if another link has already
 * verified the email. Otherwise a masjid that has invited this address since then would be told that its owner has joined, and so learn
 * whose address it is.
 */
export const verifyEmail: PublicAction<typeof verifyEndpoint> = async (_, context, { token }) => {
  const personId = await ownerOfLink(context.database.db, token, 'verify_email')
  return context.transact(async (tx) => {
    const { account, email } = await spendLink(tx, personId, token, 'verify_email')
    if (account.emailVerified) return {}
    await setEmail(tx, personId, email)
    await recordAudit(tx, account, [accountEntry(account, 'email_verified')])
    return {}
  })
}

/** Queues another letter with a verification link to the caller's address. Earlier links remain valid. */
export const sendVerification: SignedInAction<typeof sendEndpoint> = async ({ limits }, context) => {
  const { personId } = context.caller
  const account = await findAccount(context.database.db, { personId })
  if (account === undefined) throw new Failure('not_signed_in')
  await limits.countLetter('link', account.email)
  return context.transact(async (tx) => {
    const locked = await lockAccount(tx, { personId })
    if (locked === undefined) throw new Failure('not_signed_in')
    if (locked.emailVerified) return { sent: false }
    const { email, nameInLetters: name } = locked
    const token = await createLink(tx, personId, 'verify_email')
    await queueLetters(tx, [{ to: email, letter: { kind: 'verify_email', props: { name, token } } }])
    return { sent: true }
  })
}

/** Returns a person's email, whether it is verified, and the requested new email. */
export async function emailStatusOf(reader: Queryable, personId: string): Promise<OutputOf<typeof getEmail>> {
  const [account, newEmail] = await Promise.all([
    findAccount(reader, { personId }),
    newEmailOf(reader, personId),
  ])
  // The account was deleted after the call began.
  if (account === undefined) throw new Failure('not_signed_in')
  return { email: account.email, emailVerified: account.emailVerified, newEmail }
}

/** Returns the new address that a person has requested and not confirmed yet; null if there is none. */
export async function newEmailOf(reader: Queryable, personId: string): Promise<string | null> {
  // A new request invalidates the link of an earlier request, so there is at most one usable link.
  const [newEmail = null] = await emailsOfLinks(reader, personId, 'confirm_email')
  return newEmail
}
