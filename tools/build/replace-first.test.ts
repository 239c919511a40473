import { expect, test } from 'vitest'
import { replaceFirst } from './replace-first.ts'

test('replaceFirst replaces only the first match, and does not interpret $ in the replacement', () => {
  expect(replaceFirst('<p></p><p></p>', '<p>', (found) => `${found}$&`)).toBe('<p>$&</p><p></p>')
  expect(replaceFirst('<p></p><p></p>', /<\/p>/u, () => '.')).toBe('<p>.<p></p>')
})

test('replaceFirst throws if the document does not contain the text', () => {
  expect(() => replaceFirst('<p></p>', '  <p>', () => '')).toThrow('does not contain   <p>')
  expect(() => replaceFirst('<p></p>', /<b>/u, () => '')).toThrow('does not contain /<b>/u')
})
