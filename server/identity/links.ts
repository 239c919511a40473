import { now, type Reader, type Tx } from '../database/database.ts'
import { fromNow } from './from-now.ts'
import { hashOf, newToken } from './tokens.ts'

type Purpose = 'reset_password' | 'verify_email'

/** How long a link in a letter can be used, in seconds. Nothing but its letter asks to confirm an address, so that waits. */
const lifetimes: Readonly<Record<Purpose, number>> = {
  reset_password: 30 * 60,
  verify_email: 30 * 24 * 60 * 60,
}

/** Makes a single-use link and gives the token to put into its letter. */
export async function makeLink(tx: Tx, uid: string, purpose: Purpose): Promise<string> {
  const { token, hash } = newToken()
  const expires_at = fromNow(lifetimes[purpose])
  await tx.insertInto('links').values({ token_hash: hash, uid, purpose, expires_at }).execute()
  return token
}

/** Whose link it is, as long as it can be used. */
export async function ownerOfLink(
  reader: Reader,
  token: string,
  purpose: Purpose,
): Promise<string | undefined> {
  const link = await reader
    .selectFrom('links')
    .select('uid')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link?.uid
}

/** Uses a link up and gives whose it was; undefined when it was used before or is too old. One of many callers wins. */
export async function spendLink(tx: Tx, token: string, purpose: Purpose): Promise<string | undefined> {
  const link = await tx
    .updateTable('links')
    .set({ spent_at: now })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('uid')
    .executeTakeFirst()
  return link?.uid
}

/** Uses up every reset link of an account that is still out. */
export async function spendResetLinks(tx: Tx, uid: string): Promise<void> {
  await tx
    .updateTable('links')
    .set({ spent_at: now })
    .where('uid', '=', uid)
    .where('purpose', '=', 'reset_password')
    .where('spent_at', 'is', null)
    .execute()
}
