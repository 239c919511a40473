import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from './columns-of.ts'

/**
 * SQL for a person's name: the name in their khateeb profile, else the name that they entered; null if there is none.
 * @param person table alias of the person's row
 */
export function personName(person: string): RawBuilder<string | null> {
  const of = columnsOf(person)
  return sql<string | null>`coalesce((
    select k.first_name || ' ' || k.last_name
    from memberships own join khateebs k on k.uid = own.party_uid
    where own.person_id = ${of('id')}), ${of('name')})`
}

/**
 * SQL for a person who acted for a masjid, as the masjid's members see them: the person's name, or the email of a member without a name.
 * Null for a deleted person, and for a former member without a name.
 * @param person table alias of the person's row
 */
export function nameForColleagues(person: string, masjidUid: RawBuilder<unknown>): RawBuilder<string | null> {
  const of = columnsOf(person)
  return sql<string | null>`coalesce(${personName(person)}, (
    select ${of('email')} from memberships colleague
    where colleague.person_id = ${of('id')} and colleague.party_uid = ${masjidUid}))`
}
