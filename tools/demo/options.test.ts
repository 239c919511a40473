import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('without options the demo takes its own people and its own server', () => {
  expect(readOptions([])).toEqual({ help: false, masjids: undefined, khateebs: 30, url: undefined })
})

test('a server is named by its address, of which only the origin counts', () => {
  expect(readOptions(['--url', 'http://localhost:8080/login']).url).toBe('http://localhost:8080')
})

test('an option that cannot be used is named in one sentence', () => {
  expect(() => readOptions(['--url', 'localhost:8080'])).toThrow(/^--url must be an address/u)
  expect(() => readOptions(['--khateebs', 'many'])).toThrow(/^--khateebs must be a number/u)
  expect(() => readOptions(['--kateebs', '3'])).toThrow(/--kateebs/u)
})
