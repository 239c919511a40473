import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for a person's name: that of their khateeb profile, or else the one that they gave; null without one.
 * @param person table alias of the person's row
 */
export function personName(person: string): RawBuilder<string | null> {
  const of = (column: string) => sql.ref(`${person}.${column}`)
  return sql<string | null>`coalesce((
    select k.first_name || ' ' || k.last_name
    from memberships own join khateebs k on k.uid = own.party_uid
    where own.person_id = ${of('id')}), ${of('name')})`
}

/**
 * SQL for how the members of a masjid call a person who acted for it: by name, or by email as long as the person is a member without a
 * name. Null for a person whose account was deleted, and for a former member without a name.
 * @param person table alias of the person's row
 * @param masjidUid the masjid
 */
export function nameForColleagues(person: string, masjidUid: RawBuilder<unknown>): RawBuilder<string | null> {
  const of = (column: string) => sql.ref(`${person}.${column}`)
  return sql<string | null>`coalesce(${personName(person)}, (
    select ${of('email')} from memberships colleague
    where colleague.person_id = ${of('id')} and colleague.party_uid = ${masjidUid}))`
}
