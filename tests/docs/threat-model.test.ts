import { describe, expect, test } from 'vitest'
import { contentOf, evidenceIn, isTest, isThere } from './evidence.ts'

const rows = contentOf('docs/threat-model.md')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .map(([ids = '', here = '', stands = '', evidence = '']) => ({
    ids: ids.replace(' (level 3)', '').trim().split(', '),
    here: here.trim(),
    stands: stands.trim(),
    evidence: evidence.trim(),
  }))

test('the table names each requirement by its number, and says how we stand to it', () => {
  expect(rows.length).toBeGreaterThan(70)
  expect(rows.flatMap((row) => row.ids).filter((id) => !/^\d{1,2}\.\d{1,2}\.\d{1,2}$/.test(id))).toEqual([])
  expect(rows.filter((row) => !['holds', 'operator', 'gap', 'none'].includes(row.stands))).toEqual([])
  expect(rows.filter((row) => row.here === '')).toEqual([])
})

test('no requirement stands in two ways, but where a part of it is a gap', () => {
  const ids = [...new Set(rows.flatMap((row) => row.ids))]
  const standings = ids.map((id) => rows.filter((row) => row.ids.includes(id)).map((row) => row.stands))
  expect(standings.filter((all) => all.length > 1 && all.join() !== 'holds,gap')).toEqual([])
})

describe.each(rows)('$ids', ({ stands, evidence }) => {
  test('is shown by what there is', () => {
    const given = evidence === '' ? [] : evidenceIn(evidence)
    const missing = given.filter((it) => (it.title === '' ? !isThere(it.file) : !isTest(it)))
    expect(given.length > 0 || ['gap', 'none'].includes(stands)).toBe(true)
    expect(missing).toEqual([])
  })
})
