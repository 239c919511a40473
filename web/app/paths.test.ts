import { describe, expect, test } from 'vitest'
import { paths } from './paths.ts'

describe('addresses', () => {
  test('a khutbah is named by its date and its masjid', () => {
    expect(paths.khutbah('2026-11-27', 'a-masjid')).toBe('/khutbah/2026-11-27?masjid=a-masjid')
  })

  test('an id cannot break out of its segment', () => {
    expect(paths.khateebDetails('../login')).toBe('/khateeb-details/..%2Flogin')
  })
})
