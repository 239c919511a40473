import pg from 'pg'

/** Quotes names of tables or columns for SQL, and joins them with commas. */
export function quoteIdentifiers(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ')
}
