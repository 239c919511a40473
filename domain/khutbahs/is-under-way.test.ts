import { expect, test } from 'vitest'
import { isUnderWay } from './is-under-way.ts'
import { isUpcoming } from './is-upcoming.ts'

const startsAt = new Date('2026-06-05T17:00:00Z')
const isUnderWayAt = (instant: string) => isUnderWay(startsAt, new Date(instant))

test('a service is under way for less than sixty minutes after its start', () => {
  expect(isUnderWayAt('2026-06-05T16:59:59.999Z')).toBe(false)
  expect(isUnderWayAt('2026-06-05T17:00:00.001Z')).toBe(true)
  expect(isUnderWayAt('2026-06-05T17:59:59.999Z')).toBe(true)
  expect(isUnderWayAt('2026-06-05T18:00:00.000Z')).toBe(false)
})

test('at its start, a service is upcoming and not yet under way', () => {
  expect(isUnderWayAt('2026-06-05T17:00:00.000Z')).toBe(false)
  expect(isUpcoming(startsAt, startsAt)).toBe(true)
})
