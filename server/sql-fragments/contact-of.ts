import { type RawBuilder, sql } from 'kysely'

/** The email address of a party, and when it was verified. */
export interface Contact {
  readonly email: string
  readonly email_verified_at: Date | null
}

/**
 * SQL subquery, for a lateral join: the email of a party's contact, who is its first owner.
 * @param party table alias of the masjid's or khateeb's row
 */
export function contactOf(party: string): RawBuilder<Contact> {
  return sql<Contact>`(
    select people.email, people.email_verified_at
    from memberships join people on people.id = memberships.person_id
    where memberships.party_uid = ${sql.ref(`${party}.uid`)} and memberships.role = 'owner'
      and people.email is not null
    order by memberships.created_at, memberships.person_id limit 1)`
}
