import { deviceName } from '../../domain/identity/device-name.ts'
import type { Context } from '../http/route.ts'
import type { ReauthenticatedAccount } from './check-password.ts'
import { deviceLifetime, rememberDevice } from './known-devices.ts'
import { deliverSession, openSession } from './sessions.ts'

/**
 * Opens a session for an account whose owner has proven their identity, and gives the session to the caller. If the call comes from a page,
 * the browser becomes known. Returns undefined if the password was changed or all parties were suspended meanwhile.
 */
export async function startSession(context: Context, account: ReauthenticatedAccount, remember: boolean) {
  const { userAgent, isFromPage, device: presented } = context.request
  const device = deviceName(userAgent)
  const session = await context.transact(async (tx) => {
    await account.spendSecondFactor(tx)
    const opened = await openSession(tx, account, { device, remember })
    if (opened === undefined || !isFromPage) return opened
    return { ...opened, browser: await rememberDevice(tx, account.personId, presented) }
  })
  if (session === undefined) return undefined

  const { uid, role, personId } = account
  const result = { uid, role, personId, ...deliverSession(context, session, remember) }
  if ('browser' in session) context.deviceCookie(session.browser, deviceLifetime)
  return result
}
