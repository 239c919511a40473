import type { FailureCode } from '../../contract/failures.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Context, SignedInContext } from '../http/route.ts'
import { type Account, findAccount, lockAccount, lockPerson } from './accounts.ts'
import type { IdentityDependencies } from './action-types.ts'
import {
  checkSecondFactor,
  type ProofPurpose,
  type SecondFactor,
  type SpendSecondFactor,
} from './second-factor/check-second-factor.ts'

/** An account whose owner has just proven their identity. */
export type ReauthenticatedAccount = Account & {
  /** Uses up the second factor. Call this in the transaction of the change. */
  readonly spendSecondFactor: SpendSecondFactor
}

/** The password and second factor that a caller sends to prove their identity. */
interface Proof extends SecondFactor {
  readonly password: string
}

/** The account that the caller claims to own. */
interface Claim {
  readonly email: string
  readonly find: () => Promise<Account | undefined>
  readonly purpose: ProofPurpose
}

/**
 * Checks the password, and the second factor of a person who has one. Takes the same time if the claimed account does not exist. Logs each
 * attempt, and counts wrong ones. Throws `wrong_credentials`, `second_factor_required` or `wrong_second_factor` (401), or a 429 above
 * the limit.
 */
export async function authenticate(
  parts: Pick<IdentityDependencies, 'limits' | 'passwords' | 'passkeySite'>,
  context: Pick<Context, 'request' | 'database' | 'log'>,
  { email, find, purpose }: Claim,
  proof: Proof,
): Promise<ReauthenticatedAccount> {
  const { limits, passwords } = parts
  let failure: FailureCode = 'wrong_credentials'
  const proven = await limits.tryPassword(email, context.request, async () => {
    const account = await find()
    const right = await passwords.isCorrect(account?.passwordHash, proof.password)
    context.log.info({ uid: account?.uid, right }, 'password attempt')
    if (!right || account === undefined) return null
    const spendSecondFactor = await checkSecondFactor(parts, context, account, proof, purpose)
    if (spendSecondFactor !== null) return { ...account, spendSecondFactor }
    failure = 'wrong_second_factor'
    return null
  })
  if (proven === null) throw new Failure(failure)
  return proven
}

/**
 * Requires the caller's password before a sensitive change, because the session may be stolen. Also requires the second factor of a caller
 * who has one. Attempts count against the same limits as sign-ins, so that a thief who has the session cannot guess the password. Throws a
 * 401 or 429.
 */
export async function reauthenticate(
  parts: Pick<IdentityDependencies, 'limits' | 'passwords' | 'passkeySite'>,
  context: SignedInContext,
  proof: Proof,
  purpose: Exclude<ProofPurpose, 'sign_in'> = 'confirm',
): Promise<ReauthenticatedAccount> {
  const account = await findAccount(context.database.db, { personId: context.caller.personId })
  if (account === undefined) throw new Failure('not_signed_in')
  const find = async () => account
  return authenticate(parts, context, { email: account.email, find, purpose }, proof)
}

/**
 * Locks the account after `reauthenticate`, and uses up the second factor. Throws a 401 if the password was changed or the second factor
 * was used since `reauthenticate`.
 */
export async function lockIfPasswordUnchanged(tx: Tx, proven: ReauthenticatedAccount): Promise<Account> {
  return spendProof(tx, proven, await lockAccount(tx, { personId: proven.personId }))
}

/**
 * Like `lockIfPasswordUnchanged`, for transactions that have already locked a masjid. Locks only the person, because locking another party
 * after the masjid could cause a deadlock with a change of that party.
 */
export async function lockPersonIfPasswordUnchanged(tx: Tx, proven: ReauthenticatedAccount): Promise<void> {
  await spendProof(tx, proven, await lockPerson(tx, proven.personId))
}

async function spendProof(
  tx: Tx,
  proven: ReauthenticatedAccount,
  locked: Account | undefined,
): Promise<Account> {
  if (locked?.passwordHash !== proven.passwordHash) throw new Failure('wrong_credentials')
  await proven.spendSecondFactor(tx)
  return locked
}
