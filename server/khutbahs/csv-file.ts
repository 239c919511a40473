/** Lets programs read the file as UTF-8: without it, a spreadsheet may garble names in Arabic. */
const byteOrderMark = '\uFEFF'

/** A CSV file (RFC 4180). A spreadsheet would run a cell with one of these first characters as a formula, so it gets an apostrophe. */
export function csvFile(rows: readonly (readonly (string | number)[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/u.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
