import { expect, test } from 'vitest'
import { clocksDiffer, zoneAbbreviation } from './time-zones.ts'

const winter = new Date('2026-12-04T18:00:00Z')
const summer = new Date('2026-07-03T18:00:00Z')

test.each([
  ['America/Detroit', 'America/New_York', winter, false],
  ['America/Detroit', 'America/Chicago', winter, true],
  ['America/Phoenix', 'America/Denver', winter, false],
  ['America/Phoenix', 'America/Denver', summer, true],
  ['America/Detroit', 'Etc/Unknown', winter, true],
])('clocks in %s and %s at %o differ: %s', (one, other, instant, differ) => {
  expect(clocksDiffer(one, other, instant)).toBe(differ)
  expect(clocksDiffer(other, one, instant)).toBe(differ)
})

test.each([
  ['America/Detroit', winter, 'EST'],
  ['America/Detroit', summer, 'EDT'],
  ['America/Phoenix', summer, 'MST'],
  ['Pacific/Honolulu', winter, 'HST'],
  ['Pacific/Guam', winter, 'ChST'],
  ['Pacific/Pago_Pago', winter, 'SST'],
])('the abbreviation of %s at %o is %s', (zone, instant, abbreviation) => {
  expect(zoneAbbreviation(zone, instant)).toBe(abbreviation)
})
