import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlappingSlot } from './overlapping-slot.ts'

// A khateeb can request several slots at once only if they do not overlap, so that he can lead all of them.
const at = (time: string) => ({ startsAt: new Date(`2026-12-04T${time}:00Z`) })

test('a slot overlaps a slot that begins less than 60 minutes earlier', () => {
  const [early, late] = [at('18:00'), at('18:59')]
  expect(overlappingSlot([late, early])).toBe(late)
  expect(overlappingSlot([at('18:00'), at('18:00')])).toBeDefined()
})

test('slots 60 minutes apart do not overlap', () => {
  expect(overlappingSlot([at('19:00'), at('18:00'), at('20:00')])).toBeUndefined()
  expect(overlappingSlot([])).toBeUndefined()
})

test('overlappingSlot finds a slot exactly when two of the slots begin less than 60 minutes apart', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 8 }), (minutes) => {
      const isOverlap = minutes.some((one, index) =>
        minutes.some((other, otherIndex) => index !== otherIndex && Math.abs(one - other) < 60),
      )
      const found = overlappingSlot(minutes.map((it) => ({ startsAt: new Date(it * 60_000) })))
      expect(found !== undefined).toBe(isOverlap)
    }),
  )
})
