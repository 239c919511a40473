import { expect, test } from 'vitest'
import { khateebKeepsVerification, masjidKeepsVerification } from './keeps-verification.ts'

const verified = { masjidName: 'Masjid An-Nur', latitude: 42.33, longitude: -83.18 }

test.each([
  ['keeps its verification at the same place', {}, true],
  ['keeps its verification 49 miles away', { latitude: 42.33 + 0.708 }, true],
  ['loses its verification 51 miles away', { latitude: 42.33 + 0.738 }, false],
  ['loses its verification under another name', { masjidName: 'Masjid An-Noor' }, false],
])('a verified masjid %s', (_, change, keeps) => {
  expect(masjidKeepsVerification(verified, { ...verified, ...change })).toBe(keeps)
})

test.each([
  ['stays verified under the same name', {}, true],
  ['is no longer verified under another first name', { firstName: 'Yunus' }, false],
  ['is no longer verified under another last name', { lastName: 'Kahn' }, false],
])('a verified khateeb %s', (_, change, keeps) => {
  const name = { firstName: 'Yusuf', lastName: 'Khan' }
  expect(khateebKeepsVerification(name, { ...name, ...change })).toBe(keeps)
})
