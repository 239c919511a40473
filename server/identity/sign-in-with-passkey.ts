import type { signInWithPasskey as endpoint } from '../../contract/second-factor.ts'
import { Failure } from '../http/failure.ts'
import { findAccount } from './accounts.ts'
import type { PublicAction } from './action-types.ts'
import { checkPasskey } from './second-factor/check-second-factor.ts'
import { startSession } from './start-session.ts'

/**
 * Opens a session for the owner of a passkey. The passkey replaces the password and the second factor, because the device checks its user.
 */
export const signInWithPasskey: PublicAction<typeof endpoint> = async ({ passkeySite }, context, input) => {
  if (passkeySite === null) throw new Failure('not_found')
  const { database, log } = context
  const checked = await checkPasskey(passkeySite, database, input.passkey, 'sign_in')
  const account = checked && (await findAccount(database.db, { personId: checked.personId }))
  log.info({ uid: account?.uid, right: Boolean(account) }, 'passkey attempt')
  if (checked === null || !account) throw new Failure('wrong_second_factor')
  if (account.suspended) throw new Failure('account_suspended')
  const proven = { ...account, spendSecondFactor: checked.spend }
  return startSession(context, proven, { remember: input.remember, refusal: 'wrong_second_factor' })
}
