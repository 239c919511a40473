import { expect, test } from 'vitest'
import { CallFailed } from '../../contract/client.ts'
import { reasonOf } from './failure-sentences.ts'

test('a refusal has a reason, in the words of the page', () => {
  const error = new CallFailed(409, 'slot_taken', 'in the words of the server')
  expect(reasonOf(error)).toBe('This slot already has a khateeb.')
})

test('where nothing is known but that it failed, there is none', () => {
  expect(reasonOf(new CallFailed(500, 'internal', 'in the words of the server'))).toBeUndefined()
  expect(reasonOf(new TypeError('x'))).toBeUndefined()
})
