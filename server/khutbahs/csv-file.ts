/** Marks the file as UTF-8. Without this mark, a spreadsheet may garble Arabic names. */
const byteOrderMark = '\uFEFF'

/** Writes a CSV file (RFC 4180). */
export function csvFile(rows: readonly (readonly (string | number)[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
function cellOf(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/u.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
