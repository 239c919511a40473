import { sql } from 'kysely'
import { databaseNow } from '../database/database.ts'
import { columnsOf } from './columns-of.ts'

/**
 * SQL condition: the single-use link is not used, invalidated or expired.
 * @param link name or alias of the table `links`
 */
export function isUsableLink(link: string) {
  const of = columnsOf(link)
  return sql<boolean>`(${of('spent_at')} is null and ${of('expires_at')} > ${databaseNow})`
}
