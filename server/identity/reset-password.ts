import { setTimeout } from 'node:timers/promises'
import type {
  resetPassword as resetEndpoint,
  sendPasswordReset as sendEndpoint,
} from '../../contract/identity.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { lockAccount, setPasswordHash } from './accounts.ts'
import type { PublicAction } from './action-types.ts'
import { deviceLifetime, forgetDevices, rememberDevice } from './known-devices.ts'
import { endSessions } from './sessions.ts'
import { createLink, invalidateLinks, ownerOfLink, spendLink } from './single-use-links.ts'
import { refuseForbiddenPassword } from './validate-new-password.ts'

/**
 * The minimum response time in milliseconds. It hides whether an account exists: the writes for an existing account take about 10 ms on a
 * slow disk.
 */
const minResponseTime = 250

/**
 * Queues a letter with a link to reset the password, if the address has an account. The response and its time do not reveal whether the
 * address has an account.
 */
export const sendPasswordReset: PublicAction<typeof sendEndpoint> = async (
  { limits },
  context,
  { email },
) => {
  await limits.countLetter('link', email)
  await Promise.all([context.transact((tx) => queueResetLetter(tx, email)), setTimeout(minResponseTime)])
  return {}
}

/** Invalidates older links, so that only the link in the newest letter works. */
async function queueResetLetter(tx: Tx, email: string): Promise<void> {
  const account = await lockAccount(tx, { email })
  if (account === undefined) return
  await invalidateLinks(tx, account.personId, ['reset_password'])
  const token = await createLink(tx, account.personId, 'reset_password')
  const props = { name: account.nameInLetters, token }
  await queueLetters(tx, [{ to: account.email, letter: { kind: 'password_reset', props } }])
}

/**
 * Sets a new password with a single-use link. Ends all sessions and sends a letter to the account. Forgets all known browsers, and makes
 * the caller's browser known. So the owner can sign in from this browser even while an attacker's attempts keep the account at its limit.
 */
export const resetPassword: PublicAction<typeof resetEndpoint> = async (parts, context, input) => {
  const { token, password } = input
  refuseForbiddenPassword(parts.policy, 'password', password)
  // Check the link before the slow hash.
  const personId = await ownerOfLink(context.database.db, token, 'reset_password')

  const passwordHash = await parts.passwords.hash(password)
  const { isFromPage, device } = context.request
  const { email, browser } = await context.transact(async (tx) => {
    const { account } = await spendLink(tx, personId, token, 'reset_password')
    await setPasswordHash(tx, personId, passwordHash)
    await invalidateLinks(tx, personId, ['reset_password', 'confirm_email'])
    await endSessions(tx, personId)
    await forgetDevices(tx, personId)
    await recordAudit(tx, account, [accountEntry(account, 'password_reset')])
    const { nameInLetters: name, email } = account
    await queueLetters(tx, [{ to: email, letter: { kind: 'password_changed', props: { name } } }])
    return { email, browser: isFromPage ? await rememberDevice(tx, personId, device) : null }
  })
  await parts.limits.resetAfterPasswordReset(email)
  if (browser !== null) context.deviceCookie(browser, deviceLifetime)
  return {}
}
