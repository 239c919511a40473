import { expect, test } from 'vitest'
import { slotIdsBetween } from './selected-range.ts'

const slot = (slotId: string) => ({ slotId, begun: false })
const cells = [
  [[slot('a1')], [slot('a2')], [slot('a3')]],
  [[slot('b1')], [], [{ slotId: 'b3', begun: true }]],
  [[slot('c1')], [slot('c2'), slot('c2 late')], [slot('c3')]],
]

test('a range within one column contains only slots of that column', () => {
  expect(slotIdsBetween(cells, 'a1', 'c1')).toEqual(['a1', 'b1', 'c1'])
})

test('a range between two opposite corners of a rectangle contains the rectangle’s slots that have not begun, whichever corner is first', () => {
  const rectangle = ['a2', 'a3', 'c2', 'c2 late', 'c3']
  expect(slotIdsBetween(cells, 'a2', 'c3')).toEqual(rectangle)
  expect(slotIdsBetween(cells, 'c2 late', 'a3')).toEqual(rectangle)
})

test('a range from a slot that is no longer on the board is empty', () => {
  expect(slotIdsBetween(cells, 'gone', 'a1')).toEqual([])
})
