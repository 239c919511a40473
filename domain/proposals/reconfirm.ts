import { hasStartChanged } from '../khutbahs/has-start-changed.ts'
import { isUpcoming } from '../khutbahs/is-upcoming.ts'
import { type Assignment, ownAssignment, refusalByEnd, type SlotAssignments } from './end-assignment.ts'

/** The decision about a reconfirmation. `done`: the assignment does not await reconfirmation, so a retry succeeds. */
export type ReconfirmVerdict =
  | { readonly kind: 'confirm'; readonly assignmentId: string }
  | { readonly kind: 'done' }
  | {
      readonly kind: 'refused'
      readonly why:
        | 'not_found'
        | 'slot_past'
        | 'assignment_removed'
        | 'assignment_withdrawn'
        | 'start_changed'
    }

interface ConfirmedAssignment extends Assignment {
  /** Whether the masjid has moved the start, and the khateeb has not agreed to the new start. */
  readonly awaitsReconfirmation: boolean
}

/**
 * Decides whether a khateeb may reconfirm a slot after the masjid moved its start.
 * @param seen the id of the assignment that the khateeb saw (null for the newest one), and the start that the khateeb saw
 */
export function judgeReconfirmation(
  slot: SlotAssignments<ConfirmedAssignment>,
  khateebUid: string,
  seen: { readonly assignmentId: string | null; readonly startsAt: Date },
): ReconfirmVerdict {
  const last = ownAssignment(slot, khateebUid, seen.assignmentId)
  if (last === undefined) return { kind: 'refused', why: 'not_found' }
  if (last.end !== null) return { kind: 'refused', why: refusalByEnd(last.end) }
  if (!isUpcoming(slot.startsAt, slot.now)) return { kind: 'refused', why: 'slot_past' }
  if (hasStartChanged(slot, seen.startsAt)) return { kind: 'refused', why: 'start_changed' }
  return last.awaitsReconfirmation ? { kind: 'confirm', assignmentId: last.id } : { kind: 'done' }
}
