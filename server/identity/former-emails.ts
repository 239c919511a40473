import { type RawBuilder, sql } from 'kysely'
import { databaseNow, type Queryable, type Tx } from '../database/database.ts'
import { columnsOf } from '../sql-fragments/columns-of.ts'
import { hashOf } from '../tokens.ts'

/** Returns a person's former email addresses that are still stored, and when each was replaced by a change or by an undo. */
export async function formerEmailsOf(reader: Queryable, personId: string) {
  const links = await reader
    .selectFrom('links')
    .where('person_id', '=', personId)
    .where('purpose', '=', 'undo_email_change')
    .orderBy('number')
    .select(['email', 'replaced_by', 'created_at', 'spent_at'])
    .execute()
  const changed = links.map(({ email, created_at }) => ({ email, changedAt: created_at }))
  const undone = links
    // Skip an address that has its own undo link, because it is already in `changed`.
    .filter(({ replaced_by }) => !links.some(({ email }) => email === replaced_by))
    .map(({ replaced_by, spent_at }) => ({ email: replaced_by, changedAt: spent_at }))
  return [...changed, ...undone].flatMap(({ email, changedAt }) =>
    email === null || changedAt === null ? [] : [{ email, changedAt }],
  )
}

/**
 * Invalidates the undo links that are newer than the used undo link with this token. Otherwise an attacker who changed the address twice
 * could use the newer link to reverse the owner's undo. So the oldest address wins.
 */
export async function invalidateNewerUndoLinks(tx: Tx, personId: string, token: string): Promise<void> {
  await tx
    .updateTable('links')
    .set({ spent_at: databaseNow })
    .where('person_id', '=', personId)
    .where('purpose', '=', 'undo_email_change')
    .where('spent_at', 'is', null)
    .where('number', '>', (links) =>
      links.selectFrom('links as used').select('used.number').where('used.token_hash', '=', hashOf(token)),
    )
    .execute()
}

/**
 * Returns an SQL condition: the letter was sent to an address of this person. Another person may own one of the person’s former addresses
 * now, so the time of the letter matters. These letters are included:
 * - letters to the current address, also those to its former owner, and invitations from before the person signed up;
 * - letters to a former address, while it was reserved for the person;
 * - letters to an address that an undo has replaced, up to and including the letter about the undo;
 * - the letter that asks to confirm a requested new address.
 *
 * The first condition lets PostgreSQL find letters by address, because there may be a hundred thousand letters to other people.
 * @param letter table alias of the letter's row
 */
export function isLetterToAccount(letter: string, personId: string): RawBuilder<boolean> {
  const of = columnsOf(letter)
  return sql<boolean>`${of('recipient')} = any(array(
    select email from people where id = ${personId}
    union select email from links where person_id = ${personId}
    union select replaced_by from links where person_id = ${personId}
  )) and (
    ${of('recipient')} = (select email from people where id = ${personId})
    or exists (
      select from links k
      where k.person_id = ${personId} and k.purpose = 'undo_email_change' and k.email = ${of('recipient')}
        and ${of('created_at')} < least(k.spent_at, k.expires_at))
    or exists (
      select from links k
      where k.person_id = ${personId} and k.purpose = 'undo_email_change' and k.replaced_by = ${of('recipient')}
        and ${of('created_at')} >= k.created_at
        and ${of('created_at')} < k.spent_at + case ${of('kind')} when 'email_change_undone' then interval '1 minute' else '0' end)
    or ${asksToConfirm(letter, personId)})`
}

/** Returns an SQL condition: the letter asks this person to confirm a requested new address. */
function asksToConfirm(letter: string, personId: string): RawBuilder<boolean> {
  const of = columnsOf(letter)
  return sql<boolean>`(${of('kind')} = 'confirm_email' and exists (
    select from links k
    where k.person_id = ${personId} and k.purpose = 'confirm_email' and k.email = ${of('recipient')}
      and ${of('created_at')} between k.created_at and k.created_at + interval '1 minute'))`
}

/**
 * Returns an SQL condition: a letter that `isLetterToAccount` selects was written to this person, not to a former owner of the address. A
 * letter with news has the id of its reader. Any other letter must have been queued after the person got the address, by the last change to
 * this address or else by the sign-up.
 * @param letter table alias of the letter's row
 */
export function isNotToFormerOwner(letter: string, personId: string): RawBuilder<boolean> {
  const of = columnsOf(letter)
  return sql<boolean>`(case when ${of('person_id')} is not null then ${of('person_id')} = ${personId}
    else ${asksToConfirm(letter, personId)} or ${of('created_at')} >= ${ownsAddressSince(`${letter}.recipient`, personId)} end)`
}

/**
 * Returns SQL for the instant at which a person got an address: at the last change of the email to this address, or else at the sign-up.
 * @param address a column with an alias
 */
export function ownsAddressSince(address: string, personId: string): RawBuilder<Date> {
  return sql<Date>`coalesce(
    (select max(k.created_at) from links k
      where k.person_id = ${personId} and k.purpose = 'undo_email_change' and k.replaced_by = ${sql.ref(address)}),
    (select created_at from people where id = ${personId}))`
}
