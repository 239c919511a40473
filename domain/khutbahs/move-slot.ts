import { hasStartChanged } from './has-start-changed.ts'
import { isUpcoming } from './is-upcoming.ts'
import type { WallClock } from './wall-clock.ts'

/** When a slot begins: its instant, also on the masjid's wall clock. */
export interface SlotStart extends WallClock {
  readonly startsAt: Date
}

/** The facts about a slot that decide whether it may move. */
export interface MoveContext {
  readonly now: Date
  readonly slot: SlotStart & { readonly removed: boolean }
  readonly to: SlotStart
  /** The start that the caller saw; null if the call doesn't say. */
  readonly seenStart: Date | null
  /** The masjid has another slot there, or moves another one there. */
  readonly isTaken: boolean
  /** The confirmed khateeb, if there is one. */
  readonly confirmed: {
    /** The start that the khateeb agreed to last. */
    readonly agreed: Omit<SlotStart, 'time'>
    /** Another khutbah of theirs that would overlap, on this masjid's wall clock. */
    readonly other: WallClock | null
  } | null
}

export type MoveVerdict =
  /** `asksAgain`: the confirmed khateeb is asked to confirm the new start. */
  | { readonly kind: 'move'; readonly asksAgain: boolean }
  /** It is there already, so a retry succeeds. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly why: 'not_found' | 'slot_past' | 'start_changed' | 'slot_exists' }
  | { readonly kind: 'khateeb_busy'; readonly other: WallClock }

/** Decides whether a masjid may move a slot. `to` is known to be upcoming and not too far ahead (`slotsToPost`). */
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

/** By how many minutes a slot may move without asking its khateeb again. */
export const minutesWithoutAsking = 15

/**
 * Whether a khateeb who agreed to one start of a slot stays confirmed for another: on the same date, at most 15 minutes earlier or later.
 * Compared with what they agreed to, so that several small moves don't add up.
 */
export function staysConfirmed(agreed: Omit<SlotStart, 'time'>, moved: Omit<SlotStart, 'time'>): boolean {
  const minutes = Math.abs(moved.startsAt.getTime() - agreed.startsAt.getTime()) / 60_000
  return agreed.date === moved.date && minutes <= minutesWithoutAsking
}
