import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { SignedInContext } from '../http/route.ts'
import { type Account, findAccount, lockAccount } from './accounts.ts'
import type { IdentityDependencies } from './action-types.ts'

/**
 * Returns the account if the password is correct, and otherwise null. Takes the same time if there is no account. Logs
 * each attempt.
 */
export async function checkPassword(
  passwords: IdentityDependencies['passwords'],
  log: FastifyBaseLogger,
  account: Account | undefined,
  password: string,
): Promise<Account | null> {
  const right = await passwords.isCorrect(account?.passwordHash, password)
  log.info({ uid: account?.uid, right }, 'password attempt')
  return right && account !== undefined ? account : null
}

/**
 * Requires the caller's password for a sensitive change, because the session may be stolen. Attempts count against the
 * same limits as sign-ins, so that a session cannot be used to guess the password. Rejects with 401 or 429.
 */
export async function reauthenticate(
  { limits, passwords }: Pick<IdentityDependencies, 'limits' | 'passwords'>,
  { caller, request, database, log }: SignedInContext,
  password: string,
): Promise<Account> {
  const account = await findAccount(database.reader, { personId: caller.personId })
  if (account === undefined) throw new Failure('not_signed_in')
  const proven = await limits.tryPassword(account.email, request, () =>
    checkPassword(passwords, log, account, password),
  )
  if (proven === null) throw new Failure('wrong_credentials')
  return proven
}

/** Locks the account after `reauthenticate`. Rejects with 401 if the password was changed since it was checked. */
export async function lockIfPasswordUnchanged(tx: Tx, { personId, passwordHash }: Account) {
  const locked = await lockAccount(tx, { personId })
  if (locked?.passwordHash !== passwordHash) throw new Failure('wrong_credentials')
  return locked
}
