import { type RawBuilder, sql } from 'kysely'
import { now, type Reader, type Tx } from '../database/database.ts'
import { hashOf } from '../tokens.ts'

/** The former addresses of an account, as long as they are stored, and when each was replaced or its change undone. */
export async function formerEmailsOf(reader: Reader, uid: string) {
  const links = await reader
    .selectFrom('links')
    .where('uid', '=', uid)
    .where('purpose', '=', 'undo_email_change')
    .orderBy('number')
    .select(['email', 'replaced_by', 'created_at', 'spent_at'])
    .execute()
  const changed = links.map(({ email, created_at }) => ({ email, changedAt: created_at }))
  const undone = links
    // An address that was changed again has an undo link of its own, and is in `changed`.
    .filter(({ replaced_by }) => !links.some(({ email }) => email === replaced_by))
    .map(({ replaced_by, spent_at }) => ({ email: replaced_by, changedAt: spent_at }))
  return [...changed, ...undone].flatMap(({ email, changedAt }) =>
    email === null || changedAt === null ? [] : [{ email, changedAt }],
  )
}

/**
 * Spends the undo links that were made after the one with this token, which is being used. They would restore later
 * addresses. So an attacker who changes the address twice cannot undo the owner's undo: the oldest address wins.
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
 * Whether the letter `l` was written to this account. Another account may have one of its former addresses by now, so the
 * time of the letter counts. These letters are included:
 * - to the current address;
 * - to a former address, while it was reserved for the account;
 * - to an address whose change was undone, up to and including the letter about the undo;
 * - to a requested new address, only the letter that asks to confirm it.
 *
 * The first condition finds letters by address, as there may be a hundred thousand letters to other people.
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
