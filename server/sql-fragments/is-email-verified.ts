import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition: the account's email is verified.
 * @param account table alias of the account's row
 */
export function isEmailVerified(account: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${account}.email_verified_at`)} is not null`
}
