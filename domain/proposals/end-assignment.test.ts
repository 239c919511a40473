import { describe, expect, test } from 'vitest'
import { type Assignment, judgeRemoval, judgeWithdrawal } from './end-assignment.ts'

const startsAt = new Date('2026-12-04T18:00:00Z')
const removed: Assignment = { id: 'first', khateebUid: 'yusuf', end: 'removed' }
const withdrawn: Assignment = { id: 'second', khateebUid: 'bilal', end: 'withdrawn' }
const current: Assignment = { id: 'third', khateebUid: 'musa', end: null }

const refused = (why: string) => ({ kind: 'refused', why })

function slotWith(...assignments: Assignment[]) {
  return { now: startsAt, startsAt, assignments }
}

describe('removing a khateeb from a slot', () => {
  test('ends the assignment with the given id, or the current assignment if no id is given', () => {
    expect(judgeRemoval(slotWith(removed, current), 'third')).toEqual({ kind: 'end', assignment: current })
    expect(judgeRemoval(slotWith(removed, current), null)).toEqual({ kind: 'end', assignment: current })
  })

  test('is refused if another khateeb has been confirmed since', () => {
    expect(judgeRemoval(slotWith(removed, current), 'first')).toEqual(refused('assignment_changed'))
  })

  test('is idempotent, and is refused after the khateeb withdrew', () => {
    expect(judgeRemoval(slotWith(removed), 'first')).toEqual({ kind: 'done' })
    expect(judgeRemoval(slotWith(withdrawn), null)).toEqual(refused('assignment_withdrawn'))
    expect(judgeRemoval(slotWith(), null)).toEqual(refused('not_found'))
  })

  test('is refused for a past slot, as is a withdrawal', () => {
    const after = { ...slotWith(current), now: new Date(startsAt.getTime() + 1) }
    expect(judgeRemoval(after, null)).toEqual(refused('slot_past'))
    expect(judgeWithdrawal(after, 'musa', null)).toEqual(refused('slot_past'))
  })
})

describe('withdrawing from a slot', () => {
  test('ends the khateeb’s own assignment, and is idempotent', () => {
    expect(judgeWithdrawal(slotWith(removed, current), 'musa', null)).toEqual({
      kind: 'end',
      assignment: current,
    })
    expect(judgeWithdrawal(slotWith(withdrawn), 'bilal', 'second')).toEqual({ kind: 'done' })
  })

  test('is refused for the id of a former assignment if the khateeb has been confirmed again since', () => {
    const again: Assignment = { id: 'fourth', khateebUid: 'bilal', end: null }
    const slot = slotWith(withdrawn, again)
    expect(judgeWithdrawal(slot, 'bilal', 'second')).toEqual(refused('confirmed_again'))
    expect(judgeWithdrawal(slot, 'bilal', null)).toEqual({ kind: 'end', assignment: again })
  })

  test('is refused for a khateeb who was removed or never confirmed, and for the id of another assignment', () => {
    expect(judgeWithdrawal(slotWith(removed), 'yusuf', null)).toEqual(refused('assignment_removed'))
    expect(judgeWithdrawal(slotWith(current), 'yusuf', null)).toEqual(refused('not_found'))
    expect(judgeWithdrawal(slotWith(current), 'musa', 'first')).toEqual(refused('not_found'))
  })
})
