import type { Queryable, Tx } from '../database/database.ts'
import { databaseNow } from '../database/database.ts'
import { secondsFromNow } from '../sql-fragments/instants.ts'
import { hashOf, isToken, newToken } from '../tokens.ts'

/** The seconds for which a browser remains known after its last sign-in. */
export const deviceLifetime = 180 * 24 * 60 * 60

/**
 * The largest number of known browsers of a person; the oldest are deleted. A browser that clears its cookies after each visit adds an
 * entry at every sign-in.
 */
const maxDevicesPerPerson = 20

/**
 * Returns whether the person with this email has signed in from the browser with this device cookie. Without an email, returns whether any
 * person has.
 */
export async function isKnownBrowser(
  reader: Queryable,
  device: string | null,
  email?: string,
): Promise<boolean> {
  if (device === null || !isToken(device)) return false
  const known = await reader
    .selectFrom('known_devices as d')
    .innerJoin('people as p', 'p.id', 'd.person_id')
    .where('d.token_hash', '=', hashOf(device))
    .where('d.last_used_at', '>', secondsFromNow(-deviceLifetime))
    .$if(email !== undefined, (query) => query.where('p.email', '=', email ?? ''))
    .select('d.person_id')
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

/**
 * Marks a browser as known to a person who has just signed in from it. Returns the new value of its device cookie. The value changes at
 * every sign-in, so an attacker gains nothing by planting a cookie in another person's browser. The entries of this browser for other
 * people also get the new value.
 */
export async function rememberDevice(tx: Tx, personId: string, presented: string | null): Promise<string> {
  const { token, hash } = newToken()
  if (presented !== null && isToken(presented)) {
    await tx
      .updateTable('known_devices')
      .set({ token_hash: hash })
      .where('token_hash', '=', hashOf(presented))
      .execute()
  }
  await tx
    .insertInto('known_devices')
    .values({ token_hash: hash, person_id: personId })
    .onConflict((same) =>
      same.columns(['token_hash', 'person_id']).doUpdateSet({ last_used_at: databaseNow }),
    )
    .execute()
  await tx
    .deleteFrom('known_devices')
    .where('person_id', '=', personId)
    .where('token_hash', 'in', (all) =>
      all
        .selectFrom('known_devices as d')
        .where('d.person_id', '=', personId)
        .orderBy('d.last_used_at', 'desc')
        .offset(maxDevicesPerPerson)
        .select('d.token_hash'),
    )
    .execute()
  return token
}

/** Deletes all known browsers of a person, except the browser with the device cookie `except`. */
export async function forgetDevices(tx: Tx, personId: string, except: string | null = null): Promise<void> {
  const all = tx.deleteFrom('known_devices').where('person_id', '=', personId)
  await (except === null ? all : all.where('token_hash', '<>', hashOf(except))).execute()
}
