import type { signIn as endpoint } from '../../contract/identity.ts'
import { deviceName } from '../../domain/identity/device-name.ts'
import { Failure } from '../http/failure.ts'
import { findAccount } from './accounts.ts'
import type { PublicAction } from './action-types.ts'
import { checkPassword } from './check-password.ts'
import { deviceLifetime, rememberDevice } from './known-devices.ts'
import { deliverSession, openSession } from './sessions.ts'

/** Opens a session. An unknown email gets the same answer as a wrong password, after the same time. */
export const signIn: PublicAction<typeof endpoint> = async ({ limits, passwords }, context, input) => {
  const { email, password, remember } = input
  const { userAgent, isFromPage, device: presented } = context.request
  const account = await limits.tryPassword(email, context.request, async () => {
    const found = await findAccount(context.database.reader, { email })
    return checkPassword(passwords, context.log, found, password)
  })
  if (account === null) throw new Failure('wrong_credentials')
  // Only callers who know the password may learn that the account is suspended.
  if (account.suspended) throw new Failure('account_suspended')
  const device = deviceName(userAgent)
  const session = await context.transact(async (tx) => {
    const opened = await openSession(tx, account, { device, remember })
    if (opened === undefined || !isFromPage) return opened
    return { ...opened, browser: await rememberDevice(tx, account.personId, presented) }
  })
  if (session === undefined) throw new Failure('wrong_credentials')

  const { uid, role } = account
  const answer = { uid, role, ...deliverSession(context, session, remember) }
  if ('browser' in session) context.deviceCookie(session.browser, deviceLifetime)
  return answer
}
