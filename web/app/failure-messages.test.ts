import { expect, test } from 'vitest'
import { sentenceOf } from './failure-messages.ts'

test('sentenceOf returns the page’s sentence for a failure code', () => {
  expect(sentenceOf('slot_taken')).toBe('This slot already has a khateeb.')
})
