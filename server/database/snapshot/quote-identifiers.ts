import pg from 'pg'

/** Names of tables or columns as SQL has them, with commas between. */
export function quoteIdentifiers(names: readonly string[]): string {
  return names.map((name) => pg.escapeIdentifier(name)).join(', ')
}
