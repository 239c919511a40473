import type { Slot as Posted } from '../../runtime/slots.ts'
import type { SlotName } from './calls.ts'

/** A slot as it was posted once; the same name may be posted again after it was taken away. */
export interface Slot extends Posted {
  /** The product's own; null until its answer told it. */
  slotId: string | null
  /** Milliseconds since 1970. */
  readonly startsAt: number
  removed: boolean
}

export interface Proposal {
  readonly slot: Slot
  readonly khateebUid: string
  readonly from: 'masjid' | 'khateeb'
  state: 'pending' | 'accepted' | 'rejected' | 'revoked' | 'closed'
  /** The product's own; null until its answer told it. */
  requestId: string | null
}

export interface Assignment {
  readonly slot: Slot
  readonly khateebUid: string
  end: 'removed' | 'withdrawn' | 'slot_removed' | null
  /** The product's own; null until the masjid's record showed it. */
  assignmentId: string | null
}

const hour = 60 * 60_000

/** Two services less than an hour apart cannot have one khateeb. */
export function overlap(one: Slot, other: Slot): boolean {
  return Math.abs(one.startsAt - other.startsAt) < hour
}

/** All that happened since a run began, oldest first: nothing is ever struck out of it. */
export class History {
  now: number
  readonly slots: Slot[] = []
  readonly proposals: Proposal[] = []
  readonly assignments: Assignment[] = []
  /** `kind to address`, as they were written. */
  readonly letters: string[] = []

  constructor(now: number) {
    this.now = now
  }

  /** A slot is upcoming up to and including its start. */
  isUpcoming(slot: Slot): boolean {
    return slot.startsAt >= this.now
  }

  /** A khutbah is upcoming as long as one of its slots is, and has them all. */
  isOfUpcomingKhutbah({ masjidUid, khutbahDate }: Slot): boolean {
    return this.slots.some(
      (it) =>
        it.masjidUid === masjidUid && it.khutbahDate === khutbahDate && !it.removed && this.isUpcoming(it),
    )
  }

  /** The slot that a name means: the one that stands, else the one that was last taken away. */
  slotNamed(name: SlotName): Slot | undefined {
    const named = this.slots.filter((it) => isNamed(it, name))
    return named.find((it) => !it.removed) ?? named.at(-1)
  }

  /** Who is confirmed for a slot now. */
  holderOf(slot: Slot): Assignment | undefined {
    return this.assignments.find((it) => it.slot === slot && it.end === null)
  }

  /** Whether a khateeb speaks somewhere else in an hour that overlaps a slot's. */
  isBusy(khateebUid: string, slot: Slot): boolean {
    return this.assignments.some(
      (it) => it.khateebUid === khateebUid && it.end === null && it.slot !== slot && overlap(it.slot, slot),
    )
  }

  pending(): Proposal[] {
    return this.proposals.filter((it) => it.state === 'pending')
  }
}

/** Whether a call names this slot. Of the slots at one date and time, at most one stands. */
export function isNamed(slot: Slot, name: SlotName): boolean {
  return name.slotId === null ? isSameTime(slot, name) : name.slotId === slot.slotId
}

/** Whether a slot is at this masjid, date and time. */
export function isSameTime(slot: Slot, { masjidUid, khutbahDate, khutbahTime }: Posted): boolean {
  return slot.masjidUid === masjidUid && slot.khutbahDate === khutbahDate && slot.khutbahTime === khutbahTime
}
