import { isUpcoming } from '../khutbahs/is-upcoming.ts'

/** A confirmed khateeb of a slot. `end` is how the assignment ended; null while it is current. */
export interface Assignment {
  readonly id: string
  readonly khateebUid: string
  readonly end: 'removed' | 'withdrawn' | 'slot_removed' | null
}

/** Whether to end an assignment. `done`: it has already ended this way, so a retry succeeds. */
export type EndVerdict =
  | { readonly kind: 'end'; readonly assignment: Assignment }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'refused'
      readonly why:
        | 'not_found'
        | 'slot_past'
        | 'assignment_changed'
        | 'assignment_withdrawn'
        | 'assignment_removed'
    }

export interface SlotAssignments<Item extends Assignment = Assignment> {
  readonly now: Date
  readonly startsAt: Date
  /** Every assignment of the slot, oldest first. */
  readonly assignments: readonly Item[]
}

/** A khateeb's assignment that a call means: the one with the id `seen`; null for their newest one. Undefined if there is none. */
export function ownAssignment<Item extends Assignment>(
  { assignments }: SlotAssignments<Item>,
  khateebUid: string,
  seen: string | null,
): Item | undefined {
  return assignments.findLast((it) => it.khateebUid === khateebUid && (seen === null || it.id === seen))
}

/**
 * Decides whether the masjid may remove the khateeb of a slot.
 * @param seen id of the assignment that the masjid saw; if the slot has another one by now, the call is refused
 */
export function judgeRemoval(slot: SlotAssignments, seen: string | null): EndVerdict {
  const current = slot.assignments.find((it) => it.end === null)
  if (current === undefined) {
    const last = slot.assignments.findLast((it) => seen === null || it.id === seen)
    if (last?.end === 'removed') return { kind: 'done' }
    return { kind: 'refused', why: last?.end === 'withdrawn' ? 'assignment_withdrawn' : 'not_found' }
  }
  if (seen !== null && current.id !== seen) return { kind: 'refused', why: 'assignment_changed' }
  return endUnlessPast(slot, current)
}

/**
 * Decides whether a khateeb may withdraw from a slot.
 * @param seen id of the assignment that the khateeb saw; null for their newest one
 */
export function judgeWithdrawal(slot: SlotAssignments, khateebUid: string, seen: string | null): EndVerdict {
  const last = ownAssignment(slot, khateebUid, seen)
  if (last === undefined) return { kind: 'refused', why: 'not_found' }
  if (last.end === 'withdrawn') return { kind: 'done' }
  // The masjid removed the khateeb, or the whole slot.
  if (last.end !== null) return { kind: 'refused', why: 'assignment_removed' }
  return endUnlessPast(slot, last)
}

/** The assignment of a past slot is history and cannot end. */
function endUnlessPast({ now, startsAt }: SlotAssignments, assignment: Assignment): EndVerdict {
  return isUpcoming(startsAt, now) ? { kind: 'end', assignment } : { kind: 'refused', why: 'slot_past' }
}
