import type { Slot as Posted } from '../../runtime/slots.ts'
import type { SlotReference } from './calls.ts'

/** A posted slot. After its removal, another slot may have the same masjid, date and time. */
export interface Slot extends Posted {
  /** The product chooses the id. Null until its response is known. */
  slotId: string | null
  /** Milliseconds since 1970. */
  readonly startsAt: number
  removed: boolean
  note: string
}

export interface Proposal {
  readonly slot: Slot
  readonly khateebUid: string
  readonly from: 'masjid' | 'khateeb'
  state: 'pending' | 'accepted' | 'rejected' | 'revoked' | 'closed'
  /** The product chooses the id. Null until its response is known. */
  requestId: string | null
}

export interface Assignment {
  readonly slot: Slot
  readonly khateebUid: string
  end: 'removed' | 'withdrawn' | 'slot_removed' | null
  /** The product chooses the id. Null until the model has read it from the masjid's record. */
  assignmentId: string | null
}

const hour = 60 * 60_000

/** Whether two slots start less than an hour apart, and so cannot have the same khateeb. */
export function overlap(one: Slot, other: Slot): boolean {
  return Math.abs(one.startsAt - other.startsAt) < hour
}

/** The model's state: all slots, proposals, assignments and letters of a run, oldest first. Entries are never deleted. */
export class History {
  now: number
  readonly slots: Slot[] = []
  readonly proposals: Proposal[] = []
  readonly assignments: Assignment[] = []
  /** The letters, as `<kind> to <address>`. */
  readonly letters: string[] = []

  constructor(now: number) {
    this.now = now
  }

  /** A slot is upcoming up to and including its start. */
  isUpcoming(slot: Slot): boolean {
    return slot.startsAt >= this.now
  }

  /** Whether a slot belongs to a khutbah with an upcoming slot. */
  isOfUpcomingKhutbah({ masjidUid, khutbahDate }: Slot): boolean {
    return this.slots.some(
      (it) =>
        it.masjidUid === masjidUid && it.khutbahDate === khutbahDate && !it.removed && this.isUpcoming(it),
    )
  }

  /** Returns the slot that a reference means: the current slot, or else the last removed slot. */
  slotNamed(name: SlotReference): Slot | undefined {
    const named = this.slots.filter((it) => matchesReference(it, name))
    return named.find((it) => !it.removed) ?? named.at(-1)
  }

  /** Returns the active assignment of a slot. Undefined if the slot is open. */
  currentAssignmentOf(slot: Slot): Assignment | undefined {
    return this.assignments.find((it) => it.slot === slot && it.end === null)
  }

  /** Whether a khateeb is confirmed for another slot that overlaps. */
  isBusy(khateebUid: string, slot: Slot): boolean {
    return this.assignments.some(
      (it) => it.khateebUid === khateebUid && it.end === null && it.slot !== slot && overlap(it.slot, slot),
    )
  }

  /** Returns the other pending proposals that close when `accepted` is accepted, those for the soonest slots first. */
  closedBy(accepted: Proposal): Proposal[] {
    return this.pending()
      .filter((it) => it !== accepted && this.isUpcoming(it.slot))
      .filter(
        (it) =>
          it.slot === accepted.slot ||
          (it.khateebUid === accepted.khateebUid && overlap(it.slot, accepted.slot)),
      )
      .toSorted((one, other) => one.slot.startsAt - other.slot.startsAt)
  }

  pending(): Proposal[] {
    return this.proposals.filter((it) => it.state === 'pending')
  }
}

/**
 * Returns whether a reference matches a slot. A reference without an id matches all slots with its masjid, date and time, including removed
 * ones.
 */
export function matchesReference(slot: Slot, reference: SlotReference): boolean {
  return reference.slotId === null ? isSameMasjidAndStart(slot, reference) : reference.slotId === slot.slotId
}

export function isSameMasjidAndStart(slot: Slot, { masjidUid, khutbahDate, khutbahTime }: Posted): boolean {
  return slot.masjidUid === masjidUid && slot.khutbahDate === khutbahDate && slot.khutbahTime === khutbahTime
}
