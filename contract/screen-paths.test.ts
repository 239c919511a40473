import { describe, expect, test } from 'vitest'
import { paths, withToken } from './screen-paths.ts'

describe('addresses of screens', () => {
  test('the address of a khutbah has the date and the uid of the masjid', () => {
    expect(paths.khutbah('2026-11-27', 'a-masjid')).toBe('/khutbah/2026-11-27?masjid=a-masjid')
  })

  test('an id cannot add path segments', () => {
    expect(paths.khateebDetails('../login')).toBe('/khateeb-details/..%2Flogin')
  })

  test('the address in a letter’s link has the token in the fragment', () => {
    expect(withToken(paths.verifyEmail, 'a-token')).toBe('/verify-email#token=a-token')
  })
})
