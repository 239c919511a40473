import type { changePassword as endpoint } from '../../contract/identity.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { setPasswordHash } from './accounts.ts'
import type { SignedInAction } from './action-types.ts'
import { lockIfPasswordUnchanged, reauthenticate } from './check-password.ts'
import { forgetDevices } from './known-devices.ts'
import { deliverSession, endSessions, renewSession } from './sessions.ts'
import { invalidateLinks } from './single-use-links.ts'
import { refuseForbiddenPassword } from './validate-new-password.ts'

/**
 * Changes the caller's password, and sends a letter to the account. Requires the old password. Invalidates the links that reset the
 * password or confirm a new email, ends all other sessions, forgets all other browsers, and gives the caller's session a
 * new token.
 */
export const changePassword: SignedInAction<typeof endpoint> = async (parts, context, input) => {
  const { newPassword } = input
  refuseForbiddenPassword(parts.policy, 'newPassword', newPassword)
  const { caller, request } = context
  const account = await reauthenticate(parts, context, input)
  await parts.limits.countLetter('password_change', account.email)

  const passwordHash = await parts.passwords.hash(newPassword)
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
