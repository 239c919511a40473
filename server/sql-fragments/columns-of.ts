import { type RawBuilder, sql } from 'kysely'

/**
 * Returns a function that returns references to columns of a table.
 * @param table name or alias of the table
 */
export function columnsOf(table: string): (column: string) => RawBuilder<unknown> {
  return (column) => sql.ref(`${table}.${column}`)
}
