import { CsvError, parse } from 'csv-parse/sync'
import { type DemoMasjid, demoEmail, demoPhone, numberOf } from './people.ts'

/** A row that cannot become a masjid, and why. */
export interface Skipped {
  /** Identifies the row to the operator: its line number, name and place. */
  readonly row: string
  readonly reason: string
}

/** The whole file cannot be used. The message explains it to the operator in one sentence. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile'
}

const needed = ['name', 'address', 'zip'] as const

/**
 * Parses masjids from CSV whose first line has the column names. `name`, `address` and `zip` are required. `city` and `state`
 * only identify skipped rows, because the ZIP determines the place. Throws UnusableFile.
 */
export function masjidsFromCsv(text: string): { masjids: DemoMasjid[]; skipped: Skipped[] } {
  const [head, ...rows] = rowsOf(text)
  const columns = new Map((head?.cells ?? []).map((title, i) => [title.toLowerCase(), i]))
  const missing = needed.filter((name) => !columns.has(name))
  if (missing.length > 0) {
    throw new UnusableFile(
      `The file has no column ${missing.join(' and no column ')}: its first line must name at least ${needed.join(', ')}.`,
    )
  }
  const masjids = new Map<string, DemoMasjid>()
  const skipped: Skipped[] = []
  for (const { line, cells } of rows) {
    const cell = (name: string) => cells[columns.get(name) ?? -1] ?? ''
    const read = masjidOf(cell('name'), cell('address'), cell('zip'))
    const reason = typeof read === 'string' ? read : masjids.has(read.email) ? 'duplicate' : undefined
    if (typeof read !== 'string' && reason === undefined) masjids.set(read.email, read)
    const place = [cell('city'), cell('state')].filter((it) => it !== '').join(', ')
    const row = `line ${line}: ${cell('name') || 'no name'}${place === '' ? '' : ` (${place})`}`
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
    // The number distinguishes masjids of the same name.
    email: demoEmail(name.slice(0, 40), zipCode.slice(0, 5), numberOf(seed).toString(36)),
  }
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

function rowsOf(text: string): Row[] {
  const lines: number[] = []
  try {
    const rows = parse(text, {
      bom: true,
      trim: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      onRecord: (record: string[], { lines: line }) => {
        lines.push(line)
        return record
      },
    })
    return rows.map((cells, i) => ({ line: lines[i] ?? 0, cells }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnusableFile(`The file is not CSV: ${error.message}.`)
  }
}
