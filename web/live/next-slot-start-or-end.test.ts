import { expect, test } from 'vitest'
import { nextSlotStartOrEnd } from './next-slot-start-or-end.ts'

const at = (time: string) => Date.parse(`2026-06-05T${time}Z`)
const slotAt = (time: string) => ({ slotId: 'a', startsAt: `2026-06-05T${time}Z` })

test('the next boundary is the next start', () => {
  const data = { khutbahs: [{ times: [slotAt('17:30:00'), slotAt('17:00:00')] }] }
  expect(nextSlotStartOrEnd(data, at('16:00:00'))).toBe(at('17:00:00'))
  expect(nextSlotStartOrEnd(data, at('17:00:00'))).toBe(at('17:30:00'))
})

test('a khutbah ends to be under way 60 minutes after its start', () => {
  const data = [undefined, { underWay: [slotAt('17:00:00')] }]
  expect(nextSlotStartOrEnd(data, at('17:00:00'))).toBe(at('18:00:00'))
  expect(nextSlotStartOrEnd(data, at('18:00:00'))).toBeUndefined()
})

test('a screen without khutbahs has no boundary', () => {
  expect(nextSlotStartOrEnd([undefined, null, { masjids: [] }], at('12:00:00'))).toBeUndefined()
})
