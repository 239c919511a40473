import { isUpcoming } from '../khutbahs/is-upcoming.ts'

/** One confirmation of a khateeb for a slot; `end` says how it ended, null while it holds. */
export interface Assignment {
  readonly id: string
  readonly khateebUid: string
  readonly end: 'removed' | 'withdrawn' | 'slot_removed' | null
}

/** What releasing a khateeb from a slot comes to. */
export type Release =
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

interface Moment {
  readonly now: Date
  readonly startsAt: Date
  /** Every assignment of the slot, oldest first. */
  readonly assignments: readonly Assignment[]
}

/**
 * The masjid removes the khateeb of a slot. With the id of the assignment it saw, nobody else is removed: where
 * another holds the slot by now, the call is refused.
 */
export function remove(moment: Moment, seen: string | null): Release {
  const current = moment.assignments.find((it) => it.end === null)
  if (current === undefined) {
    const last = moment.assignments.findLast((it) => seen === null || it.id === seen)
    if (last?.end === 'removed') return { kind: 'done' }
    return { kind: 'refused', why: last?.end === 'withdrawn' ? 'assignment_withdrawn' : 'not_found' }
  }
  if (seen !== null && current.id !== seen) return { kind: 'refused', why: 'assignment_changed' }
  return ended(moment, current)
}

/** A khateeb withdraws from a slot he was confirmed for. */
export function withdraw(moment: Moment, khateebUid: string, seen: string | null): Release {
  const own = moment.assignments.filter(
    (it) => it.khateebUid === khateebUid && (seen === null || it.id === seen),
  )
  const last = own.at(-1)
  if (last === undefined) return { kind: 'refused', why: 'not_found' }
  if (last.end === 'withdrawn') return { kind: 'done' }
  if (last.end !== null) return { kind: 'refused', why: 'assignment_removed' }
  return ended(moment, last)
}

/** What was said from the pulpit is history: it doesn't end afterwards. */
function ended({ now, startsAt }: Moment, assignment: Assignment): Release {
  return isUpcoming(startsAt, now) ? { kind: 'end', assignment } : { kind: 'refused', why: 'slot_past' }
}
