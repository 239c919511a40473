import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFile } from './csv-file.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a CSV cell with the text %j gets an apostrophe, so that no spreadsheet runs it as a formula',
  (text) => {
    expect(parse(csvFile([[text]]))).toEqual([[`'${text}`]])
  },
)

test('an RFC 4180 parser reads every cell of a CSV file unchanged, except cells that look like formulas', () => {
  const cell = fc.string({ unit: 'grapheme' }).map((it) => it.replace(/^[=+\-@\t\r]+/u, ''))
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 })
  fc.assert(
    fc.property(rows, (sent) => {
      expect(parse(csvFile(sent))).toEqual(sent)
    }),
  )
})

test('a CSV file begins with a byte order mark, and its lines end with CR LF', () => {
  expect(
    csvFile([
      ['Date', 'Requests'],
      ['2026-12-04', 2],
    ]),
  ).toBe('\uFEFFDate,Requests\r\n2026-12-04,2\r\n')
})

/** Parses a file by RFC 4180. */
function parse(file: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gsuy
  cell.lastIndex = 1
  while (cell.lastIndex < file.length) {
    const [, quoted, plain = '', end] = cell.exec(file) ?? []
    if (end === undefined) throw new Error('The file is malformed.')
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
