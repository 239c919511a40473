import { now, type Reader, type Tx } from '../database/database.ts'
import type { LinkPurpose } from '../database/tables.ts'
import { hashOf, newToken } from '../tokens.ts'
import { secondsFromNow } from './seconds-from-now.ts'

const day = 24 * 60 * 60

/** How long a link in a letter can be used, in seconds. One that only says whose an address is may wait. */
const lifetimes: Readonly<Record<LinkPurpose, number>> = {
  reset_password: 30 * 60,
  verify_email: 30 * day,
  confirm_email: day,
  undo_email_change: 7 * day,
}

/** A link that was used. */
interface Spent {
  readonly uid: string
  /** The address that it is about, where it is about one. */
  readonly email: string | null
}

/** The address that a link is about, and, where it leads back there, the one that took its place. */
interface About {
  readonly email: string
  readonly replaced_by?: string
}

/** Makes a single-use link, about an address where its purpose is, and gives the token to put into its letter. */
export async function makeLink(tx: Tx, uid: string, purpose: LinkPurpose, about?: About): Promise<string> {
  const { token, hash } = newToken()
  const expires_at = secondsFromNow(lifetimes[purpose])
  await tx
    .insertInto('links')
    .values({ token_hash: hash, uid, purpose, ...about, expires_at })
    .execute()
  return token
}

/** Whose link it is, as long as it can be used. */
export async function ownerOfLink(
  reader: Reader,
  token: string,
  purpose: LinkPurpose,
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

/** Uses a link up and gives what it was; undefined when it was used before or is too old. One of many callers wins. */
export async function spendLink(tx: Tx, token: string, purpose: LinkPurpose): Promise<Spent | undefined> {
  return tx
    .updateTable('links')
    .set({ spent_at: now })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['uid', 'email'])
    .executeTakeFirst()
}

/** Uses up every link of an account that is still out, of these purposes. */
export async function spendLinks(tx: Tx, uid: string, purposes: readonly LinkPurpose[]): Promise<void> {
  await tx
    .updateTable('links')
    .set({ spent_at: now })
    .where('uid', '=', uid)
    .where('purpose', 'in', purposes)
    .where('spent_at', 'is', null)
    .execute()
}
