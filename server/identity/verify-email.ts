import type {
  getEmail,
  sendVerification as sendEndpoint,
  verifyEmail as verifyEndpoint,
} from '../../contract/email.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { accountEntry, recordAudit } from '../audit/record.ts'
import { now, type Reader } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Context, SignedInContext } from '../http/route.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { accountByUid, lockAccount, setEmail } from './accounts.ts'
import type { RateLimits } from './rate-limits.ts'
import { createLink, ownerOfLink, spendLink } from './single-use-links.ts'

/** Marks an account's e-mail as verified by the single-use link that was sent there. */
export async function verifyEmail(
  context: Context,
  { token }: InputOf<typeof verifyEndpoint>,
): Promise<Record<never, never>> {
  const uid = await ownerOfLink(context.database.reader, token, 'verify_email')
  if (uid === undefined) throw new Failure('link_spent')
  return context.transact(async (tx) => {
    const account = await lockAccount(tx, { uid })
    const spent = await spendLink(tx, token, 'verify_email')
    if (account === undefined || spent === undefined) throw new Failure('link_spent')
    await setEmail(tx, uid, account.email)
    await recordAudit(tx, account, [accountEntry(account, 'email_verified')])
    return {}
  })
}

/** Queues another letter with a verification link to the caller's address. Earlier links remain valid. */
export async function sendVerification(
  limits: RateLimits,
  context: SignedInContext,
): Promise<OutputOf<typeof sendEndpoint>> {
  const { caller, database } = context
  const account = await accountByUid(database.reader, caller.uid)
  if (account === undefined) throw new Failure('not_signed_in')
  await limits.countLetter('link', account.email)
  return context.transact(async (tx) => {
    const locked = await lockAccount(tx, { uid: caller.uid })
    if (locked === undefined) throw new Failure('not_signed_in')
    if (locked.emailVerified) return { sent: false }
    const { uid, email, name } = locked
    const token = await createLink(tx, uid, 'verify_email')
    await queueLetters(tx, [{ to: email, letter: { kind: 'verify_email', props: { name, token } } }])
    return { sent: true }
  })
}

/** An account's e-mail, and the requested new one. */
export async function emailOf(reader: Reader, uid: string): Promise<OutputOf<typeof getEmail>> {
  const [account, newEmail] = await Promise.all([accountByUid(reader, uid), newEmailOf(reader, uid)])
  // The account was deleted since the call began.
  if (account === undefined) throw new Failure('not_signed_in')
  return { email: account.email, emailVerified: account.emailVerified, newEmail }
}

/** The requested new address of an account, not confirmed yet; null if there is none. */
export async function newEmailOf(reader: Reader, uid: string): Promise<string | null> {
  const link = await reader
    .selectFrom('links')
    .select('email')
    .where('uid', '=', uid)
    .where('purpose', '=', 'confirm_email')
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link?.email ?? null
}
