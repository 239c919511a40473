import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('npm run demo without options uses sample people and its own server', () => {
  expect(readOptions([])).toEqual({ help: false, masjids: undefined, khateebs: 30, url: undefined })
})

test('npm run demo uses only the origin of the address after --url', () => {
  expect(readOptions(['--url', 'http://localhost:8080/login']).url).toBe('http://localhost:8080')
})

test('npm run demo rejects an invalid option with an explanation', () => {
  expect(() => readOptions(['--url', 'localhost:8080'])).toThrow(/^--url must be an address/u)
  expect(() => readOptions(['--khateebs', 'many'])).toThrow(/^--khateebs must be a number/u)
  expect(() => readOptions(['--kateebs', '3'])).toThrow(/--kateebs/u)
})
