import type { FailureCode } from '../../contract/failures.ts'
import { deviceName } from '../../domain/identity/device-name.ts'
import { Failure } from '../http/failure.ts'
import type { Context } from '../http/route.ts'
import type { ReauthenticatedAccount } from './check-password.ts'
import { deviceLifetime, rememberDevice } from './known-devices.ts'
import { deliverSession, openSession } from './sessions.ts'

/**
 * Opens a session for an account whose owner has proven their identity, and gives the session to the caller. If the call comes from a page,
 * the browser becomes known. Throws `refusal` if the password was changed or all parties were suspended after this proof. In this case, the
 * second factor is not used up.
 */
export async function startSession(
  context: Context,
  account: ReauthenticatedAccount,
  { remember, refusal }: { readonly remember: boolean; readonly refusal: FailureCode },
) {
  const { userAgent, isFromPage, device: presented } = context.request
  const device = deviceName(userAgent)
  const session = await context.transact(async (tx) => {
    await account.spendSecondFactor(tx)
    const opened = await openSession(tx, account, { device, remember })
    if (opened === undefined) throw new Failure(refusal)
    if (!isFromPage) return opened
    return { ...opened, browser: await rememberDevice(tx, account.personId, presented) }
  })

  const { uid, role, personId } = account
  const result = { uid, role, personId, ...deliverSession(context, session, remember) }
  if ('browser' in session) context.deviceCookie(session.browser, deviceLifetime)
  return result
}
