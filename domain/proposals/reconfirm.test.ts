import { expect, test } from 'vitest'
import { judgeReconfirmation } from './reconfirm.ts'

const now = new Date('2026-12-01T12:00:00Z')
const startsAt = new Date('2026-12-04T21:30:00Z')
const assignment = { id: 'a', khateebUid: 'k', end: null, awaitsReconfirmation: true } as const
const seen = { assignmentId: 'a', startsAt }
const slot = { now, startsAt, assignments: [assignment] }

test('a khateeb who is asked to reconfirm can confirm the new start, and a retry succeeds', () => {
  expect(judgeReconfirmation(slot, 'k', seen)).toEqual({ kind: 'confirm', assignmentId: 'a' })
  const confirmed = { ...slot, assignments: [{ ...assignment, awaitsReconfirmation: false }] }
  expect(judgeReconfirmation(confirmed, 'k', seen)).toEqual({ kind: 'done' })
})

test.each([
  [
    'a start that has moved again since he saw it',
    slot,
    { ...seen, startsAt: new Date('2026-12-04T18:30:00Z') },
    'start_changed',
  ],
  ['a slot that has begun', { ...slot, now: new Date('2026-12-04T21:30:01Z') }, seen, 'slot_past'],
  ['an assignment with an unknown id', slot, { ...seen, assignmentId: 'b' }, 'not_found'],
  [
    'an assignment from which he withdrew',
    { ...slot, assignments: [{ ...assignment, end: 'withdrawn' }] },
    seen,
    'assignment_withdrawn',
  ],
  [
    'an assignment from which the masjid removed him',
    { ...slot, assignments: [{ ...assignment, end: 'removed' }] },
    seen,
    'assignment_removed',
  ],
] as const)('a khateeb cannot reconfirm %s', (_, moment, what, why) => {
  expect(judgeReconfirmation(moment, 'k', what)).toEqual({ kind: 'refused', why })
})
