/**
 * Whether connection options (PGOPTIONS, or `?options=` in a URL) set `default_transaction_read_only`. `npm run move` uses that
 * setting to make a database read-only, and a connection's own value would override it.
 */
export function setsReadOnlyDefault(options: string): boolean {
  // In these options a backslash is an escape, a dash in a name equals an underscore, and case does not matter.
  const normalized = options.replaceAll('\\', '').replaceAll('-', '_').toLowerCase()
  return normalized.includes('default_transaction_read_only')
}
