import { now, type Reader, type Tx } from '../database/database.ts'
import type { LinkPurpose } from '../database/tables.ts'
import { hashOf, newToken } from '../tokens.ts'
import { secondsFromNow } from './seconds-from-now.ts'

const day = 24 * 60 * 60

/** Lifetimes of links in seconds. `verify_email` has the longest, because its link only verifies the address. */
const lifetimes: Readonly<Record<LinkPurpose, number>> = {
  reset_password: 30 * 60,
  verify_email: 30 * day,
  confirm_email: day,
  undo_email_change: 7 * day,
}

interface SpentLink {
  readonly uid: string
  /** The new or former address that the link is for; null for other purposes. */
  readonly email: string | null
}

/** The address that a link is for. For an undo link also the address that replaced it. */
interface LinkEmails {
  readonly email: string
  readonly replaced_by?: string
}

/** Creates a single-use link and returns its token, for the letter. */
export async function createLink(
  tx: Tx,
  uid: string,
  purpose: LinkPurpose,
  emails?: LinkEmails,
): Promise<string> {
  const { token, hash } = newToken()
  const expires_at = secondsFromNow(lifetimes[purpose])
  await tx
    .insertInto('links')
    .values({ token_hash: hash, uid, purpose, ...emails, expires_at })
    .execute()
  return token
}

/** The uid of a link's account; undefined if the link is unknown, used or expired. */
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

/** Marks a link as used and returns it; undefined if it is unknown, used or expired. Of concurrent calls, one wins. */
export async function spendLink(tx: Tx, token: string, purpose: LinkPurpose): Promise<SpentLink | undefined> {
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

/** Invalidates all unused links of an account with these purposes. */
export async function spendLinks(tx: Tx, uid: string, purposes: readonly LinkPurpose[]): Promise<void> {
  await tx
    .updateTable('links')
    .set({ spent_at: now })
    .where('uid', '=', uid)
    .where('purpose', 'in', purposes)
    .where('spent_at', 'is', null)
    .execute()
}
