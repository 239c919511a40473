/**
 * Whether options of a connection, as in PGOPTIONS or in `?options=` of a URL, decide if its transactions may write. `npm run move`
 * closes a database by that setting, and one that a connection brings along is stronger than the database's.
 */
export function decidesWriting(options: string): boolean {
  // PostgreSQL takes a backslash for an escape, a dash in a name for an underscore, and capitals for small letters.
  const plain = options.replaceAll('\\', '').replaceAll('-', '_').toLowerCase()
  return plain.includes('default_transaction_read_only')
}
