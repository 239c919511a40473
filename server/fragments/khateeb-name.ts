import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for a khateeb's full name.
 * @param khateeb table alias of the khateeb's row
 */
export function khateebName(khateeb: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${khateeb}.first_name`)} || ' ' || ${sql.ref(`${khateeb}.last_name`)}`
}
