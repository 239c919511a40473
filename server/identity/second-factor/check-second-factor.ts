import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Role } from '../../../contract/endpoint.ts'
import type { passkeyAssertion } from '../../../contract/second-factor-fields.ts'
import { accountEntry, recordAudit } from '../../audit/record-audit.ts'
import { databaseNow, type Queryable, type Tx } from '../../database/database.ts'
import { Failure } from '../../http/failure.ts'
import type { Context } from '../../http/route.ts'
import { queueLetters } from '../../letters/queue-letters.ts'
import type { PasskeySite } from '../../passkey-site.ts'
import { secondsFromNow } from '../../sql-fragments/instants.ts'
import { countRecoveryCodes, secondFactorOptionsOf } from './factors.ts'
import { takeChallenge } from './passkey-challenges.ts'
import { verifyAssertion } from './passkey-verification.ts'
import { hashOfCode } from './recovery-codes.ts'
import { timeStepOf } from './totp.ts'

/** The seconds for which a recovery code that confirmed a renewal of the recovery codes can repeat this renewal. */
const renewalRepeatableFor = 10 * 60

type Assertion = z.infer<typeof passkeyAssertion>

/** The account whose second factor is checked. */
interface Account {
  readonly personId: string
  readonly uid: string
  readonly role: Role
  readonly email: string
  readonly nameInLetters: string
}

interface Parts {
  readonly limits: RateLimits
  readonly passkeySite: PasskeySite | null
}

interface RateLimits {
  /** Runs `check`, and counts it as an attempt at the code of an authenticator app. */
  tryCode<T>(email: string, check: () => Promise<T | null>): Promise<T | null>
  /** Counts a correct password that did not sign the person in. Such calls have a limit, too, because checking a password is slow. */
  countCorrectPassword(email: string): Promise<unknown>
}

/** The second factor that a call sent: a code or a passkey’s signature. */
export interface SecondFactor {
  readonly code?: string | undefined
  readonly passkey?: Assertion | undefined
}

/**
 * The purpose of a second factor: to sign in, to confirm a change, or to confirm a renewal of the recovery codes. A recovery code that has
 * confirmed a renewal can repeat it for a while.
 */
export type ProofPurpose = 'sign_in' | 'confirm' | 'renew_codes'

/**
 * Uses up a second factor, in the transaction of the change that the factor allows. So a failed change does not use up a recovery code. Of
 * concurrent calls with the same code, one succeeds and the others throw `wrong_second_factor`.
 */
export type SpendSecondFactor = (tx: Tx) => Promise<void>

const spendNothing: SpendSecondFactor = async () => {}

/**
 * Checks the second factor of a person whose password was right. Returns null if the factor is wrong. Throws `second_factor_required` if
 * the person has a second factor and the call has none.
 */
export async function checkSecondFactor(
  { limits, passkeySite }: Parts,
  { database, log }: Pick<Context, 'database' | 'log'>,
  account: Account,
  { code, passkey }: SecondFactor,
  purpose: ProofPurpose,
): Promise<SpendSecondFactor | null> {
  const { db } = database
  const options = await secondFactorOptionsOf(db, account.personId, passkeySite !== null)
  if (options === null) return spendNothing
  if (code === undefined && passkey === undefined) {
    await limits.countCorrectPassword(account.email)
    throw new Failure('second_factor_required', { secondFactors: options })
  }
  const checked =
    code === undefined
      ? passkey &&
        (await checkPasskey(passkeySite, database, passkey, challengePurpose(purpose), account.personId))
      : await checkCode(limits, db, account, code, purpose)
  log.info({ uid: account.uid, right: Boolean(checked) }, 'second factor attempt')
  return checked ? checked.spend : null
}

function challengePurpose(purpose: ProofPurpose): 'sign_in' | 'confirm' {
  return purpose === 'sign_in' ? purpose : 'confirm'
}

function checkCode(
  limits: RateLimits,
  reader: Queryable,
  account: Account,
  code: string,
  purpose: ProofPurpose,
) {
  // Recovery codes need no limit, because their 120 random bits cannot be guessed.
  const isOfApp = code.length === 6
  return isOfApp
    ? limits.tryCode(account.email, () => checkAppCode(reader, account, code))
    : checkRecoveryCode(reader, account, code, purpose)
}

async function checkAppCode(reader: Queryable, { personId }: Account, code: string) {
  const app = await reader
    .selectFrom('second_factors')
    .where('person_id', '=', personId)
    .where('kind', '=', 'authenticator_app')
    .select([
      'id',
      'secret',
      'last_time_step',
      sql<number>`extract(epoch from minbar_now())::float8`.as('now'),
    ])
    .executeTakeFirst()
  const step = app?.secret ? timeStepOf(code, app.secret, app.now) : null
  if (app === undefined || step === null || step <= Number(app.last_time_step)) return null
  const spend: SpendSecondFactor = async (tx) => {
    const used = await tx
      .updateTable('second_factors')
      .set({ last_time_step: step, last_used_at: databaseNow })
      .where('id', '=', app.id)
      .where('last_time_step', '<', String(step))
      .executeTakeFirst()
    if (used.numUpdatedRows === 0n) throw new Failure('wrong_second_factor')
  }
  return { spend }
}

/** Checks a recovery code. The code that confirms a renewal is not deleted, because it can repeat the renewal for a while. */
async function checkRecoveryCode(reader: Queryable, account: Account, code: string, purpose: ProofPurpose) {
  const { personId, email, nameInLetters: name } = account
  const isRenewal = purpose === 'renew_codes'
  const isUsable = sql<boolean>`person_id = ${personId} and code_hash = ${hashOfCode(personId, code)}
    and (renews_until is null or ${isRenewal} and renews_until > minbar_now())`
  const found = await reader
    .selectFrom('recovery_codes')
    .where(isUsable)
    .select('person_id')
    .executeTakeFirst()
  if (found === undefined) return null
  const spend: SpendSecondFactor = async (tx) => {
    const used = isRenewal
      ? await tx
          .updateTable('recovery_codes')
          .set({
            renews_until: sql`coalesce(renews_until, ${secondsFromNow(renewalRepeatableFor)})`,
          })
          .where(isUsable)
          .returning('created_at')
          .executeTakeFirst()
      : await tx.deleteFrom('recovery_codes').where(isUsable).returning('created_at').executeTakeFirst()
    if (used === undefined) throw new Failure('wrong_second_factor')
    const left = isRenewal ? null : await countRecoveryCodes(tx, personId)
    // Also after a repeated renewal, because it shows the new codes again, perhaps to a thief of the confirming code.
    await recordAudit(tx, account, [accountEntry(account, 'recovery_code_used')])
    await queueLetters(tx, [{ to: email, letter: { kind: 'recovery_code_used', props: { name, left } } }])
  }
  return { spend }
}

/**
 * Checks a passkey's signature. Returns null if the challenge, the passkey or the signature is not valid, or if `owner` does not own
 * the passkey.
 * @param owner the person who must own the passkey; undefined for a sign-in with only a passkey
 */
export async function checkPasskey(
  site: PasskeySite | null,
  { db }: Pick<Context['database'], 'db'>,
  assertion: Assertion,
  purpose: 'sign_in' | 'confirm',
  owner?: string,
): Promise<{ readonly personId: string; readonly spend: SpendSecondFactor } | null> {
  if (site === null) return null
  // A sign-in challenge has no person, because it was made before the person was known.
  const challengedPerson = purpose === 'sign_in' ? null : (owner ?? null)
  const challenge = await takeChallenge({ db }, assertion.clientData, purpose, challengedPerson)
  if (challenge === undefined) return null
  const passkey = await db
    .selectFrom('second_factors')
    .where('credential_id', '=', assertion.credential)
    .select(['id', 'person_id as personId', 'public_key as publicKey', 'counter'])
    .executeTakeFirst()
  if (passkey === undefined || passkey.publicKey === null) return null
  const { id, personId, publicKey } = passkey
  if (owner !== undefined && owner !== personId) return null
  const stored = { id: assertion.credential, publicKey, counter: Number(passkey.counter) }
  const counter = await verifyAssertion(site, challenge, assertion, stored)
  if (counter === undefined) return null
  const spend: SpendSecondFactor = async (tx) => {
    const used = await tx
      .updateTable('second_factors')
      .set({ counter, last_used_at: databaseNow })
      .where('id', '=', id)
      // A passkey without a counter always sends 0. Otherwise, a concurrent call may have used the same counter: see `verifyAssertion`.
      .where('counter', counter === 0 ? '=' : '<', String(counter))
      .executeTakeFirst()
    // The passkey was removed after the check, or it may be a copy.
    if (used.numUpdatedRows === 0n) throw new Failure('wrong_second_factor')
  }
  return { personId, spend }
}
