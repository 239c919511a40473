import type { CallTo } from './calls.ts'
import { type ExpectedResult, ok, refusal } from './expected-result.ts'
import { type Assignment, matchesReference } from './history.ts'
import { RulesBase } from './rules-base.ts'

/** The model's rules of confirmed khateebs. */
export class AssignmentRules extends RulesBase {
  remove(call: CallTo<'remove_khateeb'>): ExpectedResult {
    const slot = this.history.slotNamed(call.slot)
    if (slot === undefined) return refusal('not_found')
    const holder = this.history.currentAssignmentOf(slot)
    if (holder !== undefined) {
      if (call.assignmentId !== null && call.assignmentId !== holder.assignmentId)
        return refusal('assignment_changed')
      return this.#end(holder, 'removed', 'khateeb_removed', holder.khateebUid)
    }
    const last = this.history.assignments.findLast(
      (it) => it.slot === slot && (call.assignmentId === null || it.assignmentId === call.assignmentId),
    )
    if (last?.end === 'removed') return ok({ changed: false })
    return refusal(last?.end === 'withdrawn' ? 'assignment_withdrawn' : 'not_found')
  }

  withdraw(call: CallTo<'withdraw_khateeb'>): ExpectedResult {
    const own = this.history.assignments.findLast(
      (it) =>
        matchesReference(it.slot, call.slot) &&
        it.khateebUid === call.khateebUid &&
        (call.assignmentId === null || it.assignmentId === call.assignmentId),
    )
    if (own === undefined) return refusal('not_found')
    const current = this.history.currentAssignmentOf(own.slot)
    if (own.end !== null && current?.khateebUid === call.khateebUid) return refusal('confirmed_again')
    if (own.end === 'withdrawn') return ok({ changed: false })
    if (own.end !== null) return refusal('assignment_removed')
    return this.#end(own, 'withdrawn', 'khateeb_withdrew', own.slot.masjidUid)
  }

  #end(assignment: Assignment, end: 'removed' | 'withdrawn', letter: string, reader: string): ExpectedResult {
    if (!this.history.isUpcoming(assignment.slot)) return refusal('slot_past')
    assignment.end = end
    this.write(letter, reader)
    return ok({ changed: true })
  }

  /** Sends no letter, because the acceptance of the invite already sent a letter to the masjid. */
  notify({ khateebUid, date, time }: CallTo<'notify_masjid'>): ExpectedResult {
    const confirmed = this.history.assignments.some(
      ({ slot, end, ...it }) =>
        it.khateebUid === khateebUid &&
        end === null &&
        slot.khutbahDate === date &&
        slot.khutbahTime === time,
    )
    return confirmed ? ok({ notified: true }) : refusal('not_found')
  }
}
