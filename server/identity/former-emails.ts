import { type RawBuilder, sql } from 'kysely'
import { now, type Reader, type Tx } from '../database/database.ts'
import { hashOf } from './tokens.ts'

/** The addresses that an account may have back, for a letter that they should know of. */
export async function emailsToGoBackTo(reader: Reader, uid: string): Promise<string[]> {
  const links = await reader
    .selectFrom('links')
    .select('email')
    .distinct()
    .where('uid', '=', uid)
    .where('purpose', '=', 'undo_email_change')
    .where('spent_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return links.flatMap(({ email }) => email ?? [])
}

/**
 * Uses up the ways back that were made after another, which is used: they lead to addresses that came after its own. So
 * whoever takes an account over and changes its address twice doesn't outdo its owner; the older address wins.
 */
export async function spendLaterWaysBack(tx: Tx, uid: string, token: string): Promise<void> {
  await tx
    .updateTable('links')
    .set({ spent_at: now })
    .where('uid', '=', uid)
    .where('purpose', '=', 'undo_email_change')
    .where('spent_at', 'is', null)
    .where('number', '>', (links) =>
      links.selectFrom('links as used').select('used.number').where('used.token_hash', '=', hashOf(token)),
    )
    .execute()
}

/**
 * Whether the letter `l` went to an address of this account's: the one it has, one that was kept for it then, or one that it
 * was to have, of which no more than that letter is its own: others may have the address.
 */
export function isToAddressOf(uid: string): RawBuilder<boolean> {
  return sql<boolean>`(
    l.recipient = (select email from accounts where uid = ${uid})
    or exists (
      select from links k
      where k.uid = ${uid} and k.purpose = 'undo_email_change' and k.email = l.recipient
        and l.created_at < least(k.spent_at, k.expires_at))
    or l.kind = 'confirm_email' and exists (
      select from links k
      where k.uid = ${uid} and k.purpose = 'confirm_email' and k.email = l.recipient
        and l.created_at between k.created_at and k.created_at + interval '1 minute'))`
}
