import { describe, expect, test } from 'vitest'
import { paths } from './paths.ts'

describe('paths', () => {
  test('the address of a khutbah has its date and its masjid', () => {
    expect(paths.khutbah('2026-11-27', 'a-masjid')).toBe('/khutbah/2026-11-27?masjid=a-masjid')
  })

  test('an id cannot add path segments', () => {
    expect(paths.khateebDetails('../login')).toBe('/khateeb-details/..%2Flogin')
  })
})
