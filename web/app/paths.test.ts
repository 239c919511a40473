import { describe, expect, test } from 'vitest'
import { nextOf, paths } from './paths.ts'

describe('addresses', () => {
  test('a khutbah is named by its date and its masjid', () => {
    expect(paths.khutbah('2026-11-27', 'a-masjid')).toBe('/khutbah/2026-11-27?masjid=a-masjid')
  })

  test('an id cannot break out of its segment', () => {
    expect(paths.khateebDetails('../login')).toBe('/khateeb-details/..%2Flogin')
  })

  test('the login screen remembers where one was going, with its search', () => {
    const address = paths.loginThen('/nearby-masjids?q=Dearborn&x=1')
    expect(nextOf(new URL(address, 'https://here.test').searchParams)).toBe('/nearby-masjids?q=Dearborn&x=1')
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:1',
    '',
  ])('nobody is sent away from the page by ?next=%j', (next) => {
    expect(nextOf(new URLSearchParams({ next }))).toBeUndefined()
  })
})
