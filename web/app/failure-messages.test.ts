import { expect, test } from 'vitest'
import { CallFailed } from '../../contract/client.ts'
import { reasonOf } from './failure-messages.ts'

test('the reason of a known failure is the page’s sentence, not the server’s', () => {
  const error = new CallFailed(409, 'slot_taken', 'in the words of the server')
  expect(reasonOf(error)).toBe('This slot already has a khateeb.')
})

test('an internal or unknown error has no reason', () => {
  expect(reasonOf(new CallFailed(500, 'internal', 'in the words of the server'))).toBeUndefined()
  expect(reasonOf(new TypeError('x'))).toBeUndefined()
})
