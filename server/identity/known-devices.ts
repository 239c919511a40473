import type { Reader, Tx } from '../database/database.ts'
import { now } from '../database/database.ts'
import { hashOf, isToken, newToken } from '../tokens.ts'
import { secondsFromNow } from './seconds-from-now.ts'

/** Seconds for which a browser is known after it was last signed in from. */
export const deviceLifetime = 180 * 24 * 60 * 60

/** Browsers of one account: whoever clears cookies at every visit leaves the older ones behind. */
const maxDevicesPerAccount = 20

function known(reader: Reader, token: string) {
  return reader
    .selectFrom('known_devices as d')
    .where('d.token_hash', '=', hashOf(token))
    .where('d.last_used_at', '>', secondsFromNow(-deviceLifetime))
    .select('d.uid')
    .limit(1)
}

/** Whether any account was signed in from the browser whose device cookie holds this. */
export async function isKnownBrowser(reader: Reader, device: string | null): Promise<boolean> {
  if (device === null || !isToken(device)) return false
  return (await known(reader, device).executeTakeFirst()) !== undefined
}

/** Whether the account of this e-mail was. */
export async function isKnownToAccount(reader: Reader, email: string, device: string | null): Promise<boolean> {
  if (device === null || !isToken(device)) return false
  const found = known(reader, device)
    .innerJoin('accounts as a', 'a.uid', 'd.uid')
    .where('a.email', '=', email)
  return (await found.executeTakeFirst()) !== undefined
}

/**
 * Makes a browser known to an account that was just signed in from it, and gives what its cookie holds from now on: each
 * time something new, so that nobody knows a browser by a cookie he put there. Other accounts' knowledge of it moves along.
 */
export async function rememberDevice(tx: Tx, uid: string, presented: string | null): Promise<string> {
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
    .values({ token_hash: hash, uid })
    .onConflict((same) => same.columns(['token_hash', 'uid']).doUpdateSet({ last_used_at: now }))
    .execute()
  await tx
    .deleteFrom('known_devices')
    .where('uid', '=', uid)
    .where('token_hash', 'in', (all) =>
      all
        .selectFrom('known_devices as d')
        .where('d.uid', '=', uid)
        .orderBy('d.last_used_at', 'desc')
        .offset(maxDevicesPerAccount)
        .select('d.token_hash'),
    )
    .execute()
  return token
}

/** Forgets every browser that an account knows, or all but the one whose device cookie holds `butFor`. */
export async function forgetDevices(tx: Tx, uid: string, butFor: string | null = null): Promise<void> {
  const all = tx.deleteFrom('known_devices').where('uid', '=', uid)
  await (butFor === null ? all : all.where('token_hash', '<>', hashOf(butFor))).execute()
}
