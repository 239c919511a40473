import { expect, test } from 'vitest'
import { median, quartiles, type ReportLine, reportTable } from './report.ts'

const line = { what: 'details', measured: '900/s', comparison: '1,000/s', result: 0.9, unit: '×' } as const

function lastCell(changes: Partial<ReportLine>): string | undefined {
  return reportTable([{ ...line, bound: { atLeast: 0.8 }, ...changes }])
    .split('\n')[1]
    ?.split(/\s{2,}/u)
    .at(-1)
}

test('a line of the report shows the measured value, the comparison value, the result and the bound', () => {
  expect(reportTable([{ ...line, bound: { atLeast: 0.8 } }]).split('\n')).toEqual([
    'what     measured  comparison  result    bound',
    'details     900/s     1,000/s   0.90×  ≥ 0.80×  met',
  ])
})

test('a line of the report marks a result outside its bound as MISSED, and NaN as UNKNOWN', () => {
  expect(lastCell({ result: 0.79 })).toBe('MISSED')
  expect(lastCell({ unit: 'MB', result: 201, bound: { atMost: 200 } })).toBe('MISSED')
  expect(lastCell({ unit: '', result: 0, bound: { atMost: 0 } })).toBe('met')
  expect(lastCell({ result: Number.NaN })).toBe('UNKNOWN')
})

test('median returns the middle number, or the mean of the middle two', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 9, 2])).toBe(3)
  expect(median([])).toBeNaN()
})

test('quartiles returns the medians of the lower half, of all numbers, and of the upper half', () => {
  expect(quartiles([8, 2, 6, 4])).toEqual([3, 5, 7])
  expect(quartiles([5, 1, 4, 2, 3])).toEqual([2, 3, 4])
  expect(quartiles([])).toEqual([Number.NaN, Number.NaN, Number.NaN])
})

test('quartiles throws if one of the numbers is NaN', () => {
  expect(() => quartiles([1, Number.NaN, 2])).toThrow('less busy')
})
