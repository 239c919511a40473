import { hasStartChanged } from './has-start-changed.ts'
import { isUpcoming } from './is-upcoming.ts'
import { type DatedStart, staysConfirmed } from './stays-confirmed.ts'
import type { WallClock } from './wall-clock.ts'

/** The start of a slot: its instant, and its date and time on the masjid's wall clock. */
export interface SlotStart extends WallClock {
  readonly startsAt: Date
}

/** The facts that decide whether a slot may move. */
export interface MoveContext {
  readonly now: Date
  readonly slot: SlotStart & { readonly removed: boolean }
  readonly to: SlotStart
  /** The start that the caller saw; null if the call has no `seenStart`. */
  readonly seenStart: Date | null
  /** Whether the masjid has another slot at the new start, or moves another slot to it. */
  readonly isTaken: boolean
  /** The confirmed khateeb; null for an open slot. */
  readonly confirmed: {
    /** The start to which the khateeb last agreed. */
    readonly agreed: DatedStart
    /**
     * The date and time, on this masjid's wall clock, of another khutbah of the khateeb that overlaps the new start. Null if there is none.
     */
    readonly other: WallClock | null
  } | null
}

export type MoveVerdict =
  /** `asksAgain`: the confirmed khateeb is asked to confirm the new start. */
  | { readonly kind: 'move'; readonly asksAgain: boolean }
  /** The slot already has the new start, so a retry succeeds. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly why: 'not_found' | 'slot_past' | 'start_changed' | 'slot_exists' }
  | { readonly kind: 'khateeb_busy'; readonly other: WallClock }

/** Decides whether a masjid may move a slot. The caller has checked that `to` is upcoming and not too far ahead (`slotsToPost`). */
export function judgeMove({ now, slot, to, seenStart, isTaken, confirmed }: MoveContext): MoveVerdict {
  if (slot.removed) return { kind: 'refused', why: 'not_found' }
  if (slot.date === to.date && slot.time === to.time) return { kind: 'unchanged' }
  if (!isUpcoming(slot.startsAt, now)) return { kind: 'refused', why: 'slot_past' }
  if (hasStartChanged(slot, seenStart)) return { kind: 'refused', why: 'start_changed' }
  if (isTaken) return { kind: 'refused', why: 'slot_exists' }
  if (confirmed === null) return { kind: 'move', asksAgain: false }
  if (confirmed.other !== null) return { kind: 'khateeb_busy', other: confirmed.other }
  return { kind: 'move', asksAgain: !staysConfirmed(confirmed.agreed, to) }
}
