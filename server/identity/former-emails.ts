import { type RawBuilder, sql } from 'kysely'
import { now, type Reader, type Tx } from '../database/database.ts'
import { hashOf } from '../tokens.ts'

/** The addresses that an account may have back, for a letter that they should know of. */
export async function restorableEmails(reader: Reader, uid: string): Promise<string[]> {
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

/** The addresses that an account had, as long as they are kept, and when it had another: for good, or as that was undone. */
export async function formerEmailsOf(
  reader: Reader,
  uid: string,
): Promise<{ readonly email: string; readonly changedAt: Date }[]> {
  const links = await reader
    .selectFrom('links')
    .where('uid', '=', uid)
    .where('purpose', '=', 'undo_email_change')
    .orderBy('number')
    .select(['email', 'replaced_by', 'created_at', 'spent_at'])
    .execute()
  const changed = links.map(({ email, created_at }) => ({ email, changedAt: created_at }))
  const undone = links
    // What was changed again has a link of its own.
    .filter(({ replaced_by }) => !links.some(({ email }) => email === replaced_by))
    .map(({ replaced_by, spent_at }) => ({ email: replaced_by, changedAt: spent_at }))
  return [...changed, ...undone].flatMap(({ email, changedAt }) =>
    email === null || changedAt === null ? [] : [{ email, changedAt }],
  )
}

/**
 * Uses up the ways back that were made after another, which is used: they lead to addresses that came after its own. So
 * whoever takes an account over and changes its address twice doesn't outdo its owner; the older address wins.
 */
export async function spendLaterUndoLinks(tx: Tx, uid: string, token: string): Promise<void> {
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
 * Whether the letter `l` went to an address of this account's: the one it has; one that was kept for it then; one that it had
 * until that was undone, of which the letter that tells of it was its last; or one that it was to have, of which no more
 * than that letter is its own. Others may have such an address by now. Letters are first found by their addresses, as there
 * may be a hundred thousand of other people's.
 */
export function wasSentToAccount(uid: string): RawBuilder<boolean> {
  return sql<boolean>`l.recipient = any(array(
    select email from accounts where uid = ${uid}
    union select email from links where uid = ${uid}
    union select replaced_by from links where uid = ${uid}
  )) and (
    l.recipient = (select email from accounts where uid = ${uid})
    or exists (
      select from links k
      where k.uid = ${uid} and k.purpose = 'undo_email_change' and k.email = l.recipient
        and l.created_at < least(k.spent_at, k.expires_at))
    or exists (
      select from links k
      where k.uid = ${uid} and k.purpose = 'undo_email_change' and k.replaced_by = l.recipient
        and l.created_at >= k.created_at
        and l.created_at < k.spent_at + case l.kind when 'email_change_undone' then interval '1 minute' else '0' end)
    or l.kind = 'confirm_email' and exists (
      select from links k
      where k.uid = ${uid} and k.purpose = 'confirm_email' and k.email = l.recipient
        and l.created_at between k.created_at and k.created_at + interval '1 minute'))`
}
