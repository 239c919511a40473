import { describe, expect, test } from 'vitest'
import { type Assignment, remove, withdraw } from './end-assignment.ts'

const startsAt = new Date('2026-12-04T18:00:00Z')
const removed: Assignment = { id: 'first', khateebUid: 'yusuf', end: 'removed' }
const withdrawn: Assignment = { id: 'second', khateebUid: 'bilal', end: 'withdrawn' }
const current: Assignment = { id: 'third', khateebUid: 'musa', end: null }

function slotWith(...assignments: Assignment[]) {
  return { now: startsAt, startsAt, assignments }
}

describe('removing a khateeb', () => {
  test('ends the assignment with the given id, or the current one without an id', () => {
    expect(remove(slotWith(removed, current), 'third')).toEqual({ kind: 'end', assignment: current })
    expect(remove(slotWith(removed, current), null)).toEqual({ kind: 'end', assignment: current })
  })

  test('is refused when another khateeb is confirmed by now', () => {
    expect(remove(slotWith(removed, current), 'first')).toEqual({
      kind: 'refused',
      why: 'assignment_changed',
    })
  })

  test('is idempotent, and refused when the khateeb withdrew', () => {
    expect(remove(slotWith(removed), 'first')).toEqual({ kind: 'done' })
    expect(remove(slotWith(withdrawn), null)).toEqual({ kind: 'refused', why: 'assignment_withdrawn' })
    expect(remove(slotWith(), null)).toEqual({ kind: 'refused', why: 'not_found' })
  })

  test('is refused for a past slot', () => {
    const after = { ...slotWith(current), now: new Date(startsAt.getTime() + 1) }
    expect(remove(after, null)).toEqual({ kind: 'refused', why: 'slot_past' })
    expect(withdraw(after, 'musa', null)).toEqual({ kind: 'refused', why: 'slot_past' })
  })
})

describe('withdrawing', () => {
  test('ends the khateeb’s own assignment, and is idempotent', () => {
    expect(withdraw(slotWith(removed, current), 'musa', null)).toEqual({ kind: 'end', assignment: current })
    expect(withdraw(slotWith(withdrawn), 'bilal', 'second')).toEqual({ kind: 'done' })
  })

  test('is refused for a khateeb who was removed or never confirmed', () => {
    expect(withdraw(slotWith(removed), 'yusuf', null)).toEqual({ kind: 'refused', why: 'assignment_removed' })
    expect(withdraw(slotWith(current), 'yusuf', null)).toEqual({ kind: 'refused', why: 'not_found' })
    expect(withdraw(slotWith(current), 'musa', 'first')).toEqual({ kind: 'refused', why: 'not_found' })
  })
})
