import { expect, test } from 'vitest'
import { fridaysAfter, weekOf } from './fridays.ts'

test('fridaysAfter returns consecutive Fridays across months and years', () => {
  expect(fridaysAfter(new Date('2026-12-23T12:00:00Z'), 3)).toEqual([
    '2026-12-25',
    '2027-01-01',
    '2027-01-08',
  ])
})

test('the first Friday is the next day after a Thursday, and a week after a Friday', () => {
  expect(fridaysAfter(new Date('2026-03-05T23:59:59Z'), 1)).toEqual(['2026-03-06'])
  expect(fridaysAfter(new Date('2026-03-06T00:00:00Z'), 1)).toEqual(['2026-03-13'])
  expect(fridaysAfter(new Date('2026-03-07T00:00:00Z'), 1)).toEqual(['2026-03-13'])
})

test('daylight saving time does not move a Friday', () => {
  expect(fridaysAfter(new Date('2026-03-01T06:30:00Z'), 3)).toEqual([
    '2026-03-06',
    '2026-03-13',
    '2026-03-20',
  ])
})

test('weekOf numbers consecutive Fridays consecutively', () => {
  const weeks = fridaysAfter(new Date('2026-10-20T00:00:00Z'), 8).map(weekOf)
  expect(weeks.map((week) => week - (weeks[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
