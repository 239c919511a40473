import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition: the email is verified.
 * @param person table alias of the person's row, or of a contact (`contactOf`)
 */
export function isEmailVerified(person: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${person}.email_verified_at`)} is not null`
}
