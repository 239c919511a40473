import { expect, test } from 'vitest'
import { nextTimeBoundary } from './next-time-boundary.ts'

const at = (time: string) => Date.parse(`2026-06-05T${time}Z`)
const slotAt = (time: string) => ({ slotId: 'a', startsAt: `2026-06-05T${time}Z` })

test('nextTimeBoundary returns the start of the next slot', () => {
  const data = { khutbahs: [{ times: [slotAt('17:30:00'), slotAt('17:00:00')] }] }
  expect(nextTimeBoundary(data, at('16:00:00'))).toBe(at('17:00:00'))
  expect(nextTimeBoundary(data, at('17:00:00'))).toBe(at('17:30:00'))
})

test('nextTimeBoundary returns the end of a slot that is under way, which is 60 minutes after its start', () => {
  const data = [undefined, { underWay: [slotAt('17:00:00')] }]
  expect(nextTimeBoundary(data, at('17:00:00'))).toBe(at('18:00:00'))
  expect(nextTimeBoundary(data, at('18:00:00'))).toBeUndefined()
})

test('nextTimeBoundary returns undefined for data without slots or time zones', () => {
  expect(nextTimeBoundary([undefined, null, { masjids: [] }], at('12:00:00'))).toBeUndefined()
})

test.each([
  ['on a usual day', 'America/Detroit', '2026-06-05T16:00:00.500Z', '2026-06-06T04:00:00.000Z'],
  ['at midnight', 'America/Detroit', '2026-06-05T04:00:00.000Z', '2026-06-06T04:00:00.000Z'],
  ['just before midnight', 'Pacific/Guam', '2026-06-05T13:59:59.999Z', '2026-06-05T14:00:00.000Z'],
  ['before the clocks go forward', 'America/Detroit', '2026-03-08T05:30:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['before the clocks go back', 'America/Detroit', '2026-11-01T04:30:00.000Z', '2026-11-02T05:00:00.000Z'],
])('nextTimeBoundary returns the next midnight of a masjid’s time zone %s', (_, timeZone, now, midnight) => {
  expect(nextTimeBoundary({ khutbahs: [{ timeZone }] }, Date.parse(now))).toBe(Date.parse(midnight))
})

test('nextTimeBoundary returns the first start, end or midnight after the given time', () => {
  const data = [{ timeZone: 'Pacific/Honolulu' }, { timeZone: 'America/Chicago' }, slotAt('23:00:00')]
  expect(nextTimeBoundary(data, at('22:00:00'))).toBe(at('23:00:00'))
  expect(nextTimeBoundary(data, at('23:00:00'))).toBe(Date.parse('2026-06-06T00:00:00Z'))
  expect(nextTimeBoundary(data, Date.parse('2026-06-06T00:00:00Z'))).toBe(Date.parse('2026-06-06T05:00:00Z'))
})
