import { expect, test } from 'vitest'
import { searchTermIn } from './use-debounced-search.ts'

test.each([
  ['', ''],
  ['q=', ''],
  ['q=%20%20Dearborn%20', 'Dearborn'],
  ['q=Masjid%0AAl%09Noor', 'Masjid Al Noor'],
  ['q=%00', ''],
])('the query string ?%s searches for "%s"', (search, expected) => {
  expect(searchTermIn(new URLSearchParams(search))).toBe(expected)
})

test('a long search term is cut to the server’s limit, but never inside a character', () => {
  const term = searchTermIn(new URLSearchParams({ q: '🕌'.repeat(300) }))
  expect(term).toHaveLength(2 * 200)
  expect(() => encodeURIComponent(term)).not.toThrow()
})
