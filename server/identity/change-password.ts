import type { InputOf } from '../../contract/endpoint.ts'
import type { changePassword as endpoint } from '../../contract/identity.ts'
import type { PasswordPolicy } from '../../domain/identity/password-policy.ts'
import { ofAccount, record } from '../audit/record.ts'
import { Failure } from '../http/failure.ts'
import type { SignedIn } from '../http/route.ts'
import { queueLetters } from '../letters/outbox.ts'
import { accountByUid, lockAccount, setPasswordHash } from './accounts.ts'
import { chosenPasswordFields } from './chosen-password.ts'
import { forgetDevices } from './known-devices.ts'
import type { Limits } from './limits.ts'
import { spendLinks } from './links.ts'
import { hashPassword, isRight } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** Changes the password for who knows the old one, ends every other session, and tells the owner by letter. */
export async function changePassword(
  { policy, limits }: { readonly policy: PasswordPolicy; readonly limits: Limits },
  context: SignedIn,
  { password, newPassword }: InputOf<typeof endpoint>,
): Promise<Record<never, never>> {
  const fields = chosenPasswordFields(policy, 'newPassword', newPassword)
  if (Object.keys(fields).length > 0) throw new Failure('invalid_input', { fields })

  const { caller, request } = context
  const account = await accountByUid(context.database.reader, caller.uid)
  if (account === undefined) throw new Failure('wrong_credentials')
  // A stolen session must not be a way to guess the password.
  const judge = async () => ((await isRight(account.passwordHash, password)) ? account : null)
  if ((await limits.tryPassword(account.email, request, judge)) === null)
    throw new Failure('wrong_credentials')

  const passwordHash = await hashPassword(newPassword)
  await context.transact(async (tx) => {
    const locked = await lockAccount(tx, { uid: caller.uid })
    // Somebody else changed it while the old one was being verified.
    if (locked?.passwordHash !== account.passwordHash) throw new Failure('wrong_credentials')
    await setPasswordHash(tx, caller.uid, passwordHash)
    // A change of the address that who knew the old one asked for, too.
    await spendLinks(tx, caller.uid, ['reset_password', 'confirm_email'])
    await endSessions(tx, caller.uid, caller.sessionId)
    await forgetDevices(tx, caller.uid, request.device)
    await record(tx, caller, [ofAccount(caller, 'password_changed')])
    const { email, name } = locked
    await queueLetters(tx, [{ to: email, letter: { kind: 'password_changed', props: { name } } }])
  })
  return {}
}
