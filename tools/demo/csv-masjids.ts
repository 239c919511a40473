import { CsvError, parse } from 'csv-parse/sync'
import { CommandError } from '../terminal/command-error.ts'
import { type DemoMasjid, demoEmail, demoPhone, hashToNumber } from './people.ts'

const requiredColumns = ['name', 'address', 'zip']

/**
 * Parses masjids from CSV text. The first line has the column names, of which `name`, `address` and `zip` are required. `city` and `state`
 * only help to identify skipped rows, because the ZIP determines the place. Throws CommandError if the text cannot be used.
 */
export function masjidsFromCsv(text: string) {
  const masjids = new Map<string, DemoMasjid>()
  /** The rows that cannot become a masjid: the line number, name and place of each, and the reason. */
  const skipped: { readonly row: string; readonly reason: string }[] = []
  for (const { line, cells } of rowsOf(text)) {
    const { name = '', address = '', zip = '', city = '', state = '' } = cells
    const read = masjidOf(name, address, zip)
    const reason = typeof read === 'string' ? read : masjids.has(read.email) ? 'duplicate' : undefined
    if (typeof read !== 'string' && reason === undefined) masjids.set(read.email, read)
    const place = [city, state].filter((it) => it !== '').join(', ')
    const row = `line ${line}: ${name || 'no name'}${place === '' ? '' : ` (${place})`}`
    if (reason !== undefined) skipped.push({ row, reason })
  }
  return { masjids: [...masjids.values()], skipped }
}

/** Converts a row to a masjid, or returns the reason why it cannot be used. */
function masjidOf(name: string, address: string, zip: string): DemoMasjid | string {
  if (name === '') return 'no name'
  if (address === '') return 'no address'
  if (zip === '') return 'no ZIP'
  // Spreadsheets treat a ZIP as a number and drop leading zeros.
  const zipCode = /^\d{3,4}$/u.test(zip) ? zip.padStart(5, '0') : zip
  if (!/^\d{5}(-\d{4})?$/u.test(zipCode)) return `"${zip}" is not a ZIP`
  const seed = [name, address, zipCode].join('\n')
  return {
    masjidName: name,
    masjidAddress: address,
    zipCode,
    website: '',
    phone: demoPhone(seed),
    // The number at the end distinguishes masjids of the same name.
    email: demoEmail(name.slice(0, 40), zipCode.slice(0, 5), hashToNumber(seed).toString(36)),
  }
}

/** The cells of a row by the lower-case names of their columns. */
type Cells = Readonly<Record<string, string>>

function rowsOf(text: string): { readonly line: number; readonly cells: Cells }[] {
  let columns: readonly string[] = []
  try {
    const rows = parse<{ line: number; cells: Cells }, Cells>(text, {
      bom: true,
      trim: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      columns: (head) => (columns = head.map((title) => title.toLowerCase())),
      onRecord: (cells, { lines }) => ({ line: lines, cells }),
    })
    const missing = requiredColumns.filter((name) => !columns.includes(name))
    if (missing.length === 0) return rows
    throw new CommandError(
      `The file has no column ${missing.join(' and no column ')}: its first line must name at least ${requiredColumns.join(', ')}.`,
    )
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new CommandError(`The file is not CSV: ${error.message}.`)
  }
}
