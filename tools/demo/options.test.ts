import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('the demo without options uses sample people and its own server', () => {
  expect(readOptions([])).toEqual({ help: false, masjids: undefined, khateebs: 30, url: undefined })
})

test('--url keeps only the origin of the address', () => {
  expect(readOptions(['--url', 'http://localhost:8080/login']).url).toBe('http://localhost:8080')
})

test('an invalid option is rejected with an explanation', () => {
  expect(() => readOptions(['--url', 'localhost:8080'])).toThrow(/^--url must be an address/u)
  expect(() => readOptions(['--khateebs', 'many'])).toThrow(/^--khateebs must be a number/u)
  expect(() => readOptions(['--kateebs', '3'])).toThrow(/--kateebs/u)
})
