import { expect, test } from 'vitest'
import { replaceCallValues } from './captured-change.ts'

/** The values of a call whose SQL statements the benchmark has captured. It replays the statements with the values of other calls. */
const capturedValues = {
  uid: 'a-1',
  time: '13:00',
  name: 'Ash (old)',
  at: new Date(5),
  hash: Buffer.from([1]),
}
const otherCall = { uid: 'b-2', time: '14:30', name: 'Oak', at: new Date(9), hash: Buffer.from([2]) }

function replaceValues(...values: unknown[]): readonly unknown[] {
  return replaceCallValues({ text: 'select', values }, capturedValues, otherCall).values
}

test('replaceCallValues replaces each value of the captured call with the value of the other call', () => {
  expect(replaceValues('a-1', '13:00', new Date(5), Buffer.from([1]))).toEqual([
    'b-2',
    '14:30',
    new Date(9),
    Buffer.from([2]),
  ])
})

test('replaceCallValues replaces values inside a longer text, and never replaces a replacement', () => {
  expect(replaceValues('{"name":"Ash (old)","time":"13:00"}')).toEqual(['{"name":"Oak","time":"14:30"}'])
  expect(
    replaceCallValues({ text: '', values: ['x y'] }, { a: 'x', b: 'y' }, { a: 'y', b: 'z' }).values,
  ).toEqual(['y z'])
})

test('replaceCallValues keeps each value that is not a value of the captured call', () => {
  expect(replaceValues('pending', 20, null, new Date(6))).toEqual(['pending', 20, null, new Date(6)])
})
