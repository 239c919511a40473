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
