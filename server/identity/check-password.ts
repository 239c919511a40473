import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { SignedInContext } from '../http/route.ts'
import { type Account, accountByUid, lockAccount } from './accounts.ts'
import type { RateLimits } from './rate-limits.ts'
import { isCorrectPassword } from './passwords.ts'

/**
 * The account, where a password is its own; else null, after the same work, also where there is no account. Each try is
 * written into the log.
 */
export async function checkPassword(
  log: FastifyBaseLogger,
  account: Account | undefined,
  password: string,
): Promise<Account | null> {
  const right = await isCorrectPassword(account?.passwordHash, password)
  log.info({ uid: account?.uid, right }, 'a password was tried')
  return right && account !== undefined ? account : null
}

/**
 * Has the caller prove by the password who it is, as a stolen session must be neither enough nor a way to guess it: tries
 * are counted as at the sign-in. Rejects with 401, or with 429 where there were too many.
 */
export async function reauthenticate(
  limits: RateLimits,
  { caller, request, database, log }: SignedInContext,
  password: string,
): Promise<Account> {
  const account = await accountByUid(database.reader, caller.uid)
  if (account === undefined) throw new Failure('not_signed_in')
  const proven = await limits.tryPassword(account.email, request, () => checkPassword(log, account, password))
  if (proven === null) throw new Failure('wrong_credentials')
  return proven
}

/** Locks the account of a password that was proven; rejects with 401 where it was changed while it was being verified. */
export async function lockReauthenticated(tx: Tx, { uid, passwordHash }: Account) {
  const locked = await lockAccount(tx, { uid })
  if (locked?.passwordHash !== passwordHash) throw new Failure('wrong_credentials')
  return locked
}
