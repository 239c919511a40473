import { type RawBuilder, sql } from 'kysely'

/** The full name of the khateeb in the row that the statement calls `khateeb`. */
export function khateebName(khateeb: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${khateeb}.first_name`)} || ' ' || ${sql.ref(`${khateeb}.last_name`)}`
}
