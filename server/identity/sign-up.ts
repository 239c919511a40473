import type { InputOf } from '../../contract/endpoint.ts'
import type { khateebSignup, masjidSignup } from '../../contract/identity.ts'
import { accountEntry, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure, type FieldErrors } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import type { Place } from '../places/zip-table.ts'
import { newToken } from '../tokens.ts'
import { type Account, insertAccount } from './accounts.ts'
import type { IdentityDependencies, PublicAction } from './action-types.ts'
import { insertKhateeb, insertMasjid } from './insert-profile.ts'
import { createLink } from './single-use-links.ts'
import { newPasswordErrors } from './validate-new-password.ts'

/** Creates a khateeb's account and profile, and queues the welcome letter, in one transaction. */
export const signUpKhateeb: PublicAction<typeof khateebSignup> = async (parts, context, input) => {
  const { firstName, lastName, email } = input
  const { place, passwordHash } = await prepareSignUp(parts, input)
  return context.transact(async (tx) => {
    const { uid, personId } = await insertAccount(tx, { role: 'khateeb', email, passwordHash })
    await insertKhateeb(tx, uid, input, place)
    await finishSignUp(tx, { uid, personId, email, role: 'khateeb', name: `${firstName} ${lastName}` })
    return { uid }
  })
}

/** Like `signUpKhateeb`, for a masjid. The masjid gets the time zone of its ZIP. */
export const signUpMasjid: PublicAction<typeof masjidSignup> = async (parts, context, input) => {
  const { masjidName, email } = input
  const { place, passwordHash } = await prepareSignUp(parts, input)
  return context.transact(async (tx) => {
    const { uid, personId } = await insertAccount(tx, { role: 'masjid', email, passwordHash })
    await insertMasjid(tx, uid, input, place)
    await finishSignUp(tx, { uid, personId, email, role: 'masjid', name: masjidName })
    return { uid }
  })
}

/** The fields of a sign-up that need checks. */
type CheckedFields = Pick<InputOf<typeof khateebSignup>, 'email' | 'zipCode'> & {
  readonly password?: string | undefined
}

/**
 * Checks the ZIP and the password, which the contract cannot check, and hashes the password. Call this before the transaction, because
 * hashing is slow and a transaction holds a connection. If no password is given, hashes a random password: a khateeb who accepts an
 * invitation by email may choose none. In this case, the person must reset the password before they can sign in with it.
 */
export async function prepareSignUp(
  { policy, passwords, limits, zips }: IdentityDependencies,
  { email, zipCode, password }: CheckedFields,
): Promise<{ readonly place: Place; readonly passwordHash: string }> {
  const place = zips.find(zipCode)
  const fieldErrors: FieldErrors = {
    ...(password !== undefined && newPasswordErrors(policy, 'password', password)),
    ...(place === undefined && { zipCode: [{ code: 'zip_not_valid', params: {} }] }),
  }
  if (place === undefined || Object.keys(fieldErrors).length > 0)
    throw new Failure('invalid_input', { fieldErrors })
  // Without this limit, an attacker could flood a stranger with letters: sign the stranger's address up, delete the account, and repeat.
  await limits.countLetter('welcome', email)
  return { place, passwordHash: await passwords.hash(password ?? newToken().token) }
}

async function finishSignUp(
  tx: Tx,
  account: Pick<Account, 'uid' | 'personId' | 'email' | 'role' | 'name'>,
): Promise<void> {
  const { personId, email, role, name } = account
  await recordAudit(tx, account, [accountEntry(account, 'account_created')])
  const token = await createLink(tx, personId, 'verify_email')
  await queueLetters(tx, [{ to: email, letter: { kind: 'welcome', props: { name, role, token } } }])
}
