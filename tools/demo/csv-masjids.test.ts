import { expect, test } from 'vitest'
import { CommandError } from '../terminal/command-error.ts'
import { masjidsFromCsv } from './csv-masjids.ts'

function emails(rows: string): string[] {
  return masjidsFromCsv(`name,address,zip\n${rows}`).masjids.map((it) => it.email)
}

const head = 'name,address,city,state,zip,lat\n'

test('a CSV row with a name, an address and a ZIP becomes a masjid, and other columns are ignored', () => {
  const { masjids, skipped } = masjidsFromCsv(`${head}"Cedar, Masjid",1 Row,Dearborn,MI,48126,42.3\n`)
  expect(skipped).toEqual([])
  expect(masjids).toEqual([
    expect.objectContaining({ masjidName: 'Cedar, Masjid', masjidAddress: '1 Row', zipCode: '48126' }),
  ])
})

test('CSV rows that cannot become a masjid are skipped, and returned with their line number and a reason', () => {
  const { masjids, skipped } = masjidsFromCsv(
    `${head}Cedar,,Dearborn,MI,48126,\n,1 Row,Dearborn,MI,48126,\nOak,2 Row,,,,\nElm,3 Row,,TX,7703X,\nAsh,4 Row,,,48126,\nAsh,4 Row,,,48126,\n`,
  )
  expect(masjids.map((it) => it.masjidName)).toEqual(['Ash'])
  expect(skipped).toEqual([
    { row: 'line 2: Cedar (Dearborn, MI)', reason: 'no address' },
    { row: 'line 3: no name (Dearborn, MI)', reason: 'no name' },
    { row: 'line 4: Oak', reason: 'no ZIP' },
    { row: 'line 5: Elm (TX)', reason: '"7703X" is not a ZIP' },
    { row: 'line 7: Ash', reason: 'duplicate' },
  ])
})

test('CSV columns are found by name, in any order and case, even after a byte order mark', () => {
  const { masjids } = masjidsFromCsv('﻿ZIP,Name,Address\r\n48126,Ash,4 Row\r\n')
  expect(masjids[0]).toMatchObject({ masjidName: 'Ash', masjidAddress: '4 Row', zipCode: '48126' })
})

test('a ZIP in the CSV file gets back the leading zeros that a spreadsheet dropped', () => {
  expect(masjidsFromCsv('name,address,zip\nAsh,4 Row,7503\n').masjids[0]?.zipCode).toBe('07503')
})

test('the email of a masjid depends only on its CSV row, and differs between masjids of the same name', () => {
  const both = emails('Ash,4 Row,48126\nAsh,5 Row,48126\n')
  expect(new Set(both).size).toBe(2)
  expect(emails('Ash,5 Row,48126\nAsh,4 Row,48126\n').toSorted()).toEqual(both.toSorted())
  expect(both[0]).toMatch(/^ash-48126-[a-z0-9]+@demo\.minbar\.example$/u)
})

test('a file that is no CSV or lacks a required column is rejected with an explanation', () => {
  expect(() => masjidsFromCsv('title,zip\n')).toThrow(CommandError)
  expect(() => masjidsFromCsv('title,zip\n')).toThrow('no column name and no column address')
  expect(() => masjidsFromCsv('')).toThrow(CommandError)
  expect(() => masjidsFromCsv('name,address,zip\n"Ash,1 Row,48126\n')).toThrow(/not CSV/u)
})
