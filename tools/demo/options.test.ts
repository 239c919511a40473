import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('readOptions without options returns 30 khateebs, and neither a file of masjids nor an address', () => {
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
