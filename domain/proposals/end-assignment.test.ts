import { describe, expect, test } from 'vitest'
import { type Assignment, remove, withdraw } from './end-assignment.ts'

const startsAt = new Date('2026-12-04T18:00:00Z')
const removed: Assignment = { id: 'first', khateebUid: 'yusuf', end: 'removed' }
const withdrawn: Assignment = { id: 'second', khateebUid: 'bilal', end: 'withdrawn' }
const current: Assignment = { id: 'third', khateebUid: 'musa', end: null }

function moment(...assignments: Assignment[]) {
  return { now: startsAt, startsAt, assignments }
}

describe('removing a khateeb', () => {
  test('ends the assignment that the masjid saw, or whichever holds when it names none', () => {
    expect(remove(moment(removed, current), 'third')).toEqual({ kind: 'end', assignment: current })
    expect(remove(moment(removed, current), null)).toEqual({ kind: 'end', assignment: current })
  })

  test('never removes somebody else', () => {
    expect(remove(moment(removed, current), 'first')).toEqual({ kind: 'refused', why: 'assignment_changed' })
  })

  test('is done when it was done, and says so when the khateeb withdrew', () => {
    expect(remove(moment(removed), 'first')).toEqual({ kind: 'done' })
    expect(remove(moment(withdrawn), null)).toEqual({ kind: 'refused', why: 'assignment_withdrawn' })
    expect(remove(moment(), null)).toEqual({ kind: 'refused', why: 'not_found' })
  })

  test('leaves history alone', () => {
    const after = { ...moment(current), now: new Date(startsAt.getTime() + 1) }
    expect(remove(after, null)).toEqual({ kind: 'refused', why: 'slot_past' })
    expect(withdraw(after, 'musa', null)).toEqual({ kind: 'refused', why: 'slot_past' })
  })
})

describe('withdrawing', () => {
  test('ends one’s own assignment, once', () => {
    expect(withdraw(moment(removed, current), 'musa', null)).toEqual({ kind: 'end', assignment: current })
    expect(withdraw(moment(withdrawn), 'bilal', 'second')).toEqual({ kind: 'done' })
  })

  test('is refused to whoever was removed or never confirmed', () => {
    expect(withdraw(moment(removed), 'yusuf', null)).toEqual({ kind: 'refused', why: 'assignment_removed' })
    expect(withdraw(moment(current), 'yusuf', null)).toEqual({ kind: 'refused', why: 'not_found' })
    expect(withdraw(moment(current), 'musa', 'first')).toEqual({ kind: 'refused', why: 'not_found' })
  })
})
