import type { OutputOf } from '../../../contract/endpoint.ts'
import type { SecondFactorOption } from '../../../contract/failures.ts'
import type { getSecondFactors } from '../../../contract/second-factor.ts'
import type { Queryable, Tx } from '../../database/database.ts'
import { isoInstant } from '../../sql-fragments/instants.ts'
import { deleteRecoveryCodes, unusedRecoveryCodes } from './recovery-codes.ts'

type Factor = OutputOf<typeof getSecondFactors>['factors'][number]

/** Returns a person's second factors in the order in which they were added. */
export function factorsOf(reader: Queryable, personId: string): Promise<Factor[]> {
  return reader
    .selectFrom('second_factors as f')
    .where('f.person_id', '=', personId)
    .orderBy('f.added_at')
    .orderBy('f.id')
    .select((eb) => [
      'f.id',
      'f.kind',
      'f.device',
      isoInstant(eb.ref('f.added_at')).as('addedAt'),
      isoInstant(eb.ref('f.last_used_at')).as('lastUsedAt'),
    ])
    .execute()
}

export async function hasSecondFactor(reader: Queryable, personId: string): Promise<boolean> {
  const factor = await reader
    .selectFrom('second_factors')
    .where('person_id', '=', personId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return factor !== undefined
}

/** Returns the number of a person’s unused recovery codes. */
export async function countRecoveryCodes(reader: Queryable, personId: string): Promise<number> {
  const { count } = await unusedRecoveryCodes(reader, personId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns when a person’s newest unused recovery code was made; null if there is none. */
export async function recoveryCodesMadeAt(reader: Queryable, personId: string): Promise<string | null> {
  const { madeAt } = await unusedRecoveryCodes(reader, personId)
    .select((eb) => isoInstant(eb.fn.max<Date | null>('created_at')).as('madeAt'))
    .executeTakeFirstOrThrow()
  return madeAt
}

/** Returns the kinds of second factor that a person can use now; the list may be empty. Null for a person without second factors. */
export async function secondFactorOptionsOf(
  reader: Queryable,
  personId: string,
  arePasskeysAvailable: boolean,
): Promise<SecondFactorOption[] | null> {
  const kinds = new Set((await factorsOf(reader, personId)).map(({ kind }) => kind))
  if (kinds.size === 0) return null
  const isUsable: Readonly<Record<SecondFactorOption, boolean>> = {
    passkey: arePasskeysAvailable && kinds.has('passkey'),
    authenticator_app: kinds.has('authenticator_app'),
    recovery_code: (await countRecoveryCodes(reader, personId)) > 0,
  }
  const all: readonly SecondFactorOption[] = ['passkey', 'authenticator_app', 'recovery_code']
  return all.filter((option) => isUsable[option])
}

/** Returns the credential ids of a person's passkeys. */
export async function credentialIdsOf(reader: Queryable, personId: string): Promise<string[]> {
  const passkeys = await reader
    .selectFrom('second_factors')
    .where('person_id', '=', personId)
    .where('kind', '=', 'passkey')
    .orderBy('added_at')
    .select('credential_id')
    .execute()
  return passkeys.flatMap(({ credential_id }) => credential_id ?? [])
}

/** Deletes the unfinished setup of an authenticator app and the passkey challenges of a person. */
export async function deleteUnfinishedSetups(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('passkey_challenges').where('person_id', '=', personId).execute()
  await tx.deleteFrom('authenticator_app_setups').where('person_id', '=', personId).execute()
}

/**
 * Deletes all second factors of a person, their recovery codes, and unfinished setups and challenges. Returns the number of deleted second
 * factors.
 */
export async function deleteSecondFactors(tx: Tx, personId: string): Promise<number> {
  const deleted = await tx.deleteFrom('second_factors').where('person_id', '=', personId).executeTakeFirst()
  await deleteRecoveryCodes(tx, personId)
  await deleteUnfinishedSetups(tx, personId)
  return Number(deleted.numDeletedRows)
}

/**
 * Deletes the second factors and recovery codes that were added at or after an instant, and the code that can repeat a renewal. Undoing a
 * change of email needs this, because an intruder may have added them. If no second factor is left, deletes all recovery codes.
 */
export async function deleteFactorsAddedSince(tx: Tx, personId: string, since: Date): Promise<void> {
  await tx
    .deleteFrom('second_factors')
    .where('person_id', '=', personId)
    .where('added_at', '>=', since)
    .execute()
  if (!(await hasSecondFactor(tx, personId))) return void (await deleteSecondFactors(tx, personId))
  await tx
    .deleteFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where((code) => code.or([code('created_at', '>=', since), code('renews_until', 'is not', null)]))
    .execute()
}
