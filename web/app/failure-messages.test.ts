import { expect, test } from 'vitest'
import { sentenceOf } from './failure-messages.ts'

test('a failure has the page’s sentence', () => {
  expect(sentenceOf('slot_taken')).toBe('This slot already has a khateeb.')
})
