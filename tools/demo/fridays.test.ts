import { expect, test } from 'vitest'
import { fridaysAfter, weekOf } from './fridays.ts'

test.each([
  ['Fridays across months and years', '2026-12-23T12:00:00Z', ['2026-12-25', '2027-01-01', '2027-01-08']],
  ['the next day after a Thursday', '2026-03-05T23:59:59Z', ['2026-03-06']],
  ['the next Friday after a Friday', '2026-03-06T00:00:00Z', ['2026-03-13']],
  ['the coming Friday after a Saturday', '2026-03-07T00:00:00Z', ['2026-03-13']],
  [
    'Fridays across a change of the clock',
    '2026-03-01T06:30:00Z',
    ['2026-03-06', '2026-03-13', '2026-03-20'],
  ],
])('fridaysAfter returns %s', (_, instant, fridays) => {
  expect(fridaysAfter(new Date(instant), fridays.length)).toEqual(fridays)
})

test('weekOf returns consecutive numbers for consecutive Fridays', () => {
  const weeks = fridaysAfter(new Date('2026-10-20T00:00:00Z'), 8).map(weekOf)
  expect(weeks.map((week) => week - (weeks[0] ?? 0))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
