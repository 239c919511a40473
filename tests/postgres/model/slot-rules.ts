import { addDays } from '../../../domain/khutbahs/wall-clock.ts'
import type { CallTo } from './calls.ts'
import { type ExpectedResult, ok, refusal } from './expected-result.ts'
import type { Slot } from './history.ts'
import { RulesBase } from './rules-base.ts'

/** The model's rules of posting, describing and removing slots. */
export class SlotRules extends RulesBase {
  post({ masjidUid, date, times, weeks }: CallTo<'add_khutbah'>): ExpectedResult {
    const offset = this.participants.masjids.find((it) => it.uid === masjidUid)?.offset
    const all = [...new Set(times)].toSorted()
    const wanted = Array.from({ length: weeks }, (_, week) => addDays(date, 7 * week)).flatMap(
      (khutbahDate) =>
        all.map((khutbahTime): Slot => {
          const startsAt = Date.parse(`${khutbahDate}T${khutbahTime}:00${offset}`)
          return { slotId: null, masjidUid, khutbahDate, khutbahTime, startsAt, removed: false, note: '' }
        }),
    )
    if (wanted.some((it) => !this.history.isUpcoming(it)))
      return { result: { status: 400, code: 'invalid_input' } }
    const posted = wanted.map((slot) => {
      const existing = this.history.slotNamed(slot)
      const isNew = existing?.removed ?? true
      if (isNew) this.history.slots.push(slot)
      return { slot: isNew ? slot : (existing ?? slot), isNew }
    })
    const timesOf = (isNew: boolean) =>
      all.filter((time) => posted.some((it) => it.slot.khutbahTime === time && it.isNew === isNew))
    return { ...ok({ added: timesOf(true), existing: timesOf(false) }), posted }
  }

  describe({ masjidUid, slotIds, note }: CallTo<'describe_slots'>): ExpectedResult {
    const slots = this.slotsWithIds(slotIds, masjidUid)
    if (slots === undefined) return refusal('not_found')
    if (slots.some((it) => !it.removed && !this.history.isUpcoming(it))) return refusal('slot_past')
    if (slots.some(({ removed }) => removed)) return refusal('not_found')
    const changed = slots.filter((it) => it.note !== note)
    for (const slot of changed) {
      slot.note = note
      const holder = this.history.currentAssignmentOf(slot)
      if (holder !== undefined) this.write('slot_described', holder.khateebUid)
    }
    return ok({ changed: changed.length > 0 })
  }

  removeSlot(call: CallTo<'remove_slot'>): ExpectedResult {
    const slot = this.history.slotNamed(call.slot)
    if (slot === undefined) return refusal('not_found')
    if (slot.removed) return ok({ changed: false })
    if (!this.history.isUpcoming(slot)) return refusal('slot_past')
    this.#takeAway(slot)
    return ok({ changed: true })
  }

  removeSlots({ masjidUid, slotIds }: CallTo<'remove_slots'>): ExpectedResult {
    const slots = this.slotsWithIds(slotIds, masjidUid)
    if (slots === undefined) return refusal('not_found')
    const current = slots.filter(({ removed }) => !removed)
    if (current.some((it) => !this.history.isUpcoming(it))) return refusal('slot_past')
    for (const slot of current) this.#takeAway(slot)
    return ok({ changed: current.length > 0, removed: current.length })
  }

  #takeAway(slot: Slot): void {
    slot.removed = true
    const affected = new Set<string>()
    const holder = this.history.currentAssignmentOf(slot)
    if (holder !== undefined) {
      holder.end = 'slot_removed'
      affected.add(holder.khateebUid)
    }
    for (const proposal of this.history.pending().filter((it) => it.slot === slot)) {
      proposal.state = 'closed'
      affected.add(proposal.khateebUid)
    }
    for (const uid of affected) this.write('slot_removed', uid)
  }
}
