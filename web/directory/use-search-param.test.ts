import { expect, test } from 'vitest'
import { searchTermIn } from './use-search-param.ts'

test.each([
  ['', ''],
  ['q=', ''],
  ['q=%20%20Dearborn%20', 'Dearborn'],
  ['q=Masjid%0AAl%09Noor', 'Masjid Al Noor'],
  ['q=%00', ''],
])('the address ?%s asks for "%s"', (search, sought) => {
  expect(searchTermIn(new URLSearchParams(search))).toBe(sought)
})

test('a search of any length is cut to what the server takes, never through a character', () => {
  const sought = searchTermIn(new URLSearchParams({ q: '🕌'.repeat(300) }))
  expect(sought).toHaveLength(2 * 200)
  expect(() => encodeURIComponent(sought)).not.toThrow()
})
