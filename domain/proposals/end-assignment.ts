import { isUpcoming } from '../khutbahs/is-upcoming.ts'

/** How an assignment ended: by the masjid, by the khateeb, or with its slot. */
export type AssignmentEnd = 'removed' | 'withdrawn' | 'slot_removed'

/** An assignment of a khateeb to a slot. `end` is null for the current assignment. */
export interface Assignment {
  readonly id: string
  readonly khateebUid: string
  readonly end: AssignmentEnd | null
}

/** The decision about ending an assignment. `done`: the assignment has already ended in this way, so a retry succeeds. */
export type EndVerdict =
  | { readonly kind: 'end'; readonly assignment: Assignment }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'refused'
      readonly why:
        | 'not_found'
        | 'slot_past'
        | 'assignment_changed'
        | 'confirmed_again'
        | 'assignment_withdrawn'
        | 'assignment_removed'
    }

export interface SlotAssignments<Item extends Assignment = Assignment> {
  readonly now: Date
  readonly startsAt: Date
  /** All assignments of the slot, oldest first. */
  readonly assignments: readonly Item[]
}

/**
 * Returns the khateeb's assignment with the id `seen`. If `seen` is null, returns the khateeb's newest assignment. Undefined without such
 * an assignment.
 */
export function ownAssignment<Item extends Assignment>(
  { assignments }: SlotAssignments<Item>,
  khateebUid: string,
  seen: string | null,
): Item | undefined {
  return assignments.findLast((it) => it.khateebUid === khateebUid && (seen === null || it.id === seen))
}

/**
 * Decides whether the masjid may remove the khateeb of a slot.
 * @param seen id of the assignment that the masjid saw; null for any. The removal is refused if the slot has a different current assignment
 */
export function judgeRemoval(slot: SlotAssignments, seen: string | null): EndVerdict {
  const current = slot.assignments.find((it) => it.end === null)
  if (current === undefined) {
    const last = slot.assignments.findLast((it) => seen === null || it.id === seen)
    if (last?.end === 'removed') return { kind: 'done' }
    return { kind: 'refused', why: last?.end === 'withdrawn' ? 'assignment_withdrawn' : 'not_found' }
  }
  if (seen !== null && current.id !== seen) return { kind: 'refused', why: 'assignment_changed' }
  return judgeEnd(slot, current)
}

/**
 * Decides whether a khateeb may withdraw from a slot.
 * @param seen id of the assignment that the khateeb saw; null for the khateeb's newest one
 */
export function judgeWithdrawal(slot: SlotAssignments, khateebUid: string, seen: string | null): EndVerdict {
  const last = ownAssignment(slot, khateebUid, seen)
  if (last === undefined) return { kind: 'refused', why: 'not_found' }
  if (last.end === null) return judgeEnd(slot, last)
  if (ownAssignment(slot, khateebUid, null)?.end === null) return { kind: 'refused', why: 'confirmed_again' }
  return last.end === 'withdrawn' ? { kind: 'done' } : { kind: 'refused', why: refusalByEnd(last.end) }
}

/** Returns why a call that needs a current assignment is refused. */
export function refusalByEnd(end: AssignmentEnd): 'assignment_withdrawn' | 'assignment_removed' {
  // The other ends are acts of the masjid: it removed the khateeb or the whole slot.
  return end === 'withdrawn' ? 'assignment_withdrawn' : 'assignment_removed'
}

/** Decides to end the assignment, unless its slot has begun: then the assignment is history and stays. */
function judgeEnd({ now, startsAt }: SlotAssignments, assignment: Assignment): EndVerdict {
  return isUpcoming(startsAt, now) ? { kind: 'end', assignment } : { kind: 'refused', why: 'slot_past' }
}
