/**
 * Whether options of a connection, as in PGOPTIONS or in `?options=` of a URL, set `default_transaction_read_only`. `npm run move`
 * closes a database by that setting, and a connection's own is stronger than the database's.
 */
export function setsReadOnlyDefault(options: string): boolean {
  // PostgreSQL takes a backslash for an escape, a dash in a name for an underscore, and capitals for small letters.
  const plain = options.replaceAll('\\', '').replaceAll('-', '_').toLowerCase()
  return plain.includes('default_transaction_read_only')
}
