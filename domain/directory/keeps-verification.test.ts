import { expect, test } from 'vitest'
import { keepsVerification } from './keeps-verification.ts'

const verified = { masjidName: 'Masjid An-Nur', latitude: 42.33, longitude: -83.18 }

test.each([
  ['keeps its verification at the same place', {}, true],
  ['keeps its verification 49 miles away', { latitude: 42.33 + 0.708 }, true],
  ['is unverified again 51 miles away', { latitude: 42.33 + 0.738 }, false],
  ['is unverified again under another name', { masjidName: 'Masjid An-Noor' }, false],
])('a verified masjid %s', (_, change, keeps) => {
  expect(keepsVerification(verified, { ...verified, ...change })).toBe(keeps)
})
