import { sql } from 'kysely'
import { databaseNow } from '../database/database.ts'

/**
 * SQL condition: the single-use link is not used, invalidated or expired.
 * @param link name or alias of the table `links`
 */
export function isUsableLink(link: string) {
  const of = (column: string) => sql.ref(`${link}.${column}`)
  return sql<boolean>`(${of('spent_at')} is null and ${of('expires_at')} > ${databaseNow})`
}
