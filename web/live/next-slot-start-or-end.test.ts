import { expect, test } from 'vitest'
import { nextSlotStartOrEnd } from './next-slot-start-or-end.ts'

const at = (time: string) => Date.parse(`2026-06-05T${time}Z`)
const slotAt = (time: string) => ({ slotId: 'a', startsAt: `2026-06-05T${time}Z` })

test('nextSlotStartOrEnd returns the start of the next slot', () => {
  const data = { khutbahs: [{ times: [slotAt('17:30:00'), slotAt('17:00:00')] }] }
  expect(nextSlotStartOrEnd(data, at('16:00:00'))).toBe(at('17:00:00'))
  expect(nextSlotStartOrEnd(data, at('17:00:00'))).toBe(at('17:30:00'))
})

test('nextSlotStartOrEnd returns the end of a khutbah, which is 60 minutes after its start', () => {
  const data = [undefined, { underWay: [slotAt('17:00:00')] }]
  expect(nextSlotStartOrEnd(data, at('17:00:00'))).toBe(at('18:00:00'))
  expect(nextSlotStartOrEnd(data, at('18:00:00'))).toBeUndefined()
})

test('nextSlotStartOrEnd returns undefined for data without slots', () => {
  expect(nextSlotStartOrEnd([undefined, null, { masjids: [] }], at('12:00:00'))).toBeUndefined()
})
