import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { changePassword as endpoint } from '../../contract/identity.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { Failure } from '../http/failure.ts'
import type { SignedInContext } from '../http/route.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { findAccount, setPasswordHash } from './accounts.ts'
import type { IdentityDependencies, SignedInAction } from './action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from './check-password.ts'
import { forgetDevices } from './known-devices.ts'
import { deliverSession, endSessions, renewSession, sessionExpiry } from './sessions.ts'
import { invalidateLinks } from './single-use-links.ts'
import { refuseForbiddenPassword } from './validate-new-password.ts'

/** The seconds after a change of the password during which a retry succeeds. */
const repeatableFor = 60 * 60

/**
 * Changes the caller's password, and sends a letter to the account. Requires the old password. Invalidates the links that reset the
 * password or confirm a new email, ends all other sessions, forgets all other browsers, and gives the caller's session a new token. A retry
 * within an hour succeeds and changes nothing, because the first response may have been lost.
 */
export const changePassword: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  refuseForbiddenPassword(parts.policy, 'newPassword', input.newPassword)
  return change(parts, context, input).catch(async (error: unknown) => {
    const isWrong = error instanceof Failure && error.code === 'wrong_credentials'
    if (!(isWrong && (await isRepeated(parts, context, input)))) throw error
    return responseOfRepetition(context)
  })
}

const change: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const { caller, request } = context
  const account = await reauthenticate(parts, context, input)
  await parts.limits.countLetter('password_change', account.email)

  const passwordHash = await parts.passwords.hash(input.newPassword)
  const session = await context.transact(async (tx) => {
    const locked = await lockIfPasswordUnchanged(tx, account)
    await setPasswordHash(tx, caller.personId, passwordHash)
    // This also cancels a pending change of email, because an attacker with the old password may have requested it.
    await invalidateLinks(tx, caller.personId, ['reset_password', 'confirm_email'])
    await endSessions(tx, caller.personId, caller.sessionId)
    const renewed = await renewSession(tx, caller.sessionId)
    if (renewed === undefined) throw new Failure('not_signed_in')
    await forgetDevices(tx, caller.personId, request.device)
    await recordAudit(tx, caller, [accountEntry(caller, 'password_changed')])
    const { email, nameInLetters: name } = locked
    await queueLetters(tx, [{ to: email, letter: { kind: 'password_changed', props: { name } } }])
    return renewed
  })
  return deliverSession(context, session, session.remembered)
}

/**
 * Whether the caller has already set this password within the last hour. If so, the old password is wrong, but the caller may not know
 * this, because the response was lost. After this hour, the response does not tell a thief of the session whether `newPassword` is the
 * current password.
 */
async function isRepeated(
  { passwords }: Pick<IdentityDependencies, 'passwords'>,
  { caller, database: { db } }: SignedInContext,
  { newPassword }: InputOf<typeof endpoint>,
): Promise<boolean> {
  const { personId, memberships } = caller
  // The caller may have acted for another of their parties. The uids of all these parties let PostgreSQL use an index.
  const uids = memberships.map(({ uid }) => uid)
  const changed = await db
    .selectFrom('audit')
    .where(sql<boolean>`(masjid_uid = any(${uids}::uuid[]) or khateeb_uid = any(${uids}::uuid[]))`)
    .where('by_person_id', '=', personId)
    .where('event', '=', 'password_changed')
    .where('happened_at', '>', secondsFromNow(-repeatableFor))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (changed === undefined) return false
  const account = await findAccount(db, { personId })
  return passwords.isCorrect(account?.passwordHash, newPassword)
}

/** The response has no token, because the first call has already given the session its new token. */
async function responseOfRepetition({
  caller,
  database: { db },
}: SignedInContext): Promise<OutputOf<typeof endpoint>> {
  const expiresAt = await sessionExpiry(db, caller)
  if (expiresAt === undefined) throw new Failure('not_signed_in')
  return { expiresAt }
}
