import type { signIn as endpoint } from '../../contract/identity.ts'
import { Failure } from '../http/failure.ts'
import { findAccount } from './accounts.ts'
import type { PublicAction } from './action-types.ts'
import { authenticate } from './check-password.ts'
import { lacksRequiredFactor } from './second-factor/owner-requirement.ts'
import { startSession } from './start-session.ts'

/** Opens a session. An unknown email gets the same response as a wrong password, after the same time. */
export const signIn: PublicAction<typeof endpoint> = async (parts, context, input) => {
  const { email, remember } = input
  const { db } = context.database
  const find = () => findAccount(db, { email })
  const account = await authenticate(parts, context, { email, find, purpose: 'sign_in' }, input)
  // Only callers who know the password may learn that the account is suspended.
  if (account.suspended) throw new Failure('account_suspended')
  const session = await startSession(context, account, { remember, refusal: 'wrong_credentials' })
  const isLacking = await lacksRequiredFactor(db, parts.ownersNeedSecondFactor, account)
  return isLacking ? { ...session, needsSecondFactor: true } : session
}
