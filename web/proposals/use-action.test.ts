import { expect, test } from 'vitest'
import { CallFailed } from '../../contract/client.ts'
import { withReason } from './use-action.ts'

test('a refusal is told with its reason', () => {
  const error = new CallFailed(409, 'slot_taken', 'in the words of the server')
  expect(withReason('Failed to approve request.', error)).toBe(
    'Failed to approve request. This slot already has a khateeb.',
  )
})

test('where nothing is known but that it failed, nothing is added', () => {
  const error = new CallFailed(500, 'internal', 'in the words of the server')
  expect(withReason('Failed to approve request.', error)).toBe('Failed to approve request.')
  expect(withReason('Failed to approve request.', new TypeError('x'))).toBe('Failed to approve request.')
})
