import { expect, test } from 'vitest'
import { khateebKeepsVerification, masjidKeepsVerification } from './keeps-verification.ts'

const verified = { masjidName: 'Masjid An-Nur', latitude: 42.33, longitude: -83.18 }

test.each([
  ['keeps its verification without a change', {}, true],
  ['keeps its verification after a move of 49 miles', { latitude: 42.33 + 0.708 }, true],
  ['loses its verification after a move of 51 miles', { latitude: 42.33 + 0.738 }, false],
  ['loses its verification after a change of its name', { masjidName: 'Masjid An-Noor' }, false],
])('a verified masjid %s', (_, change, keeps) => {
  expect(masjidKeepsVerification(verified, { ...verified, ...change })).toBe(keeps)
})

test.each([
  ['stays verified without a change', {}, true],
  ['is no longer verified after a change of the first name', { firstName: 'Yunus' }, false],
  ['is no longer verified after a change of the last name', { lastName: 'Kahn' }, false],
])('a verified khateeb %s', (_, change, keeps) => {
  const name = { firstName: 'Yusuf', lastName: 'Khan' }
  expect(khateebKeepsVerification(name, { ...name, ...change })).toBe(keeps)
})
