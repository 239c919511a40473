import { expect, test } from 'vitest'
import { formatPhone } from './format-phone.ts'

test('formatPhone formats ten digits and leaves anything else unchanged', () => {
  expect(formatPhone('3135550142')).toBe('(313) 555-0142')
  expect(formatPhone('313555')).toBe('313555')
})
