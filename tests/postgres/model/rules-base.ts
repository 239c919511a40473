import type { History, Slot } from './history.ts'
import type { Participants } from './participants.ts'

/** The history and the participants, which the rules about proposals, assignments and slots share. */
export class RulesBase {
  protected readonly history: History
  protected readonly participants: Participants

  constructor(participants: Participants, history: History) {
    this.participants = participants
    this.history = history
  }

  /** Returns the slots with these ids, sorted by id. Undefined if a slot doesn't exist or belongs to another masjid. */
  protected slotsWithIds(slotIds: readonly string[], masjidUid: string | undefined): Slot[] | undefined {
    const found = [...new Set(slotIds)]
      .toSorted()
      .map((id) => this.history.slots.find((it) => it.slotId === id))
    const slots = found.filter((it) => it !== undefined)
    const areAll = slots.every((it) => masjidUid === undefined || it.masjidUid === masjidUid)
    return areAll && slots.length === found.length ? slots : undefined
  }

  /** Records that a letter is queued. */
  protected write(kind: string, uid: string): void {
    this.history.letters.push(`${kind} to ${this.#participant(uid)?.email}`)
  }

  /** Returns the time zone of a slot. */
  protected zoneOf({ masjidUid }: Slot): string {
    const { offset } = this.participants.masjids.find((it) => it.uid === masjidUid) ?? {}
    return offset === '-06:00' ? 'America/Chicago' : 'America/Detroit'
  }

  /** Returns the name of a khateeb or masjid. */
  protected nameOf(uid: string): string | undefined {
    return this.#participant(uid)?.name
  }

  #participant(uid: string) {
    const { masjids, khateebs } = this.participants
    return [...masjids, ...khateebs].find((it) => it.uid === uid)
  }
}
