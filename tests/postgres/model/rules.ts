import { AssignmentRules } from './assignment-rules.ts'
import type { Call } from './calls.ts'
import { type ExpectedResult, ok, refusal } from './expected-result.ts'
import type { History } from './history.ts'
import type { Participants } from './participants.ts'
import { ProposalRules } from './proposal-rules.ts'
import { SlotRules } from './slot-rules.ts'

/**
 * The model: a second, independent implementation of the product's rules, without a database or concurrency. If two refusals apply to a
 * call, the model uses the same refusal as the product.
 */
export class Rules {
  readonly history: History
  readonly #proposals: ProposalRules
  readonly #assignments: AssignmentRules
  readonly #slots: SlotRules

  constructor(participants: Participants, history: History) {
    this.history = history
    this.#proposals = new ProposalRules(participants, history)
    this.#assignments = new AssignmentRules(participants, history)
    this.#slots = new SlotRules(participants, history)
  }

  /** Applies a call to the history at its current time, and returns the expected result. */
  apply(call: Call): ExpectedResult {
    switch (call.name) {
      case 'request_khateeb':
      case 'add_khutbah_request':
        return this.#proposals.propose(call)
      case 'remove_khateeb':
        return this.#assignments.remove(call)
      case 'withdraw_khateeb':
        return this.#assignments.withdraw(call)
      case 'remove_slot':
        return this.#slots.removeSlot(call)
      case 'remove_slots':
        return this.#slots.removeSlots(call)
      case 'describe_slots':
        return this.#slots.describe(call)
      case 'invite_khateebs': {
        const { made, code } = this.#proposals.proposeSeveral(
          'masjid',
          call.khateebUids,
          call.slotIds,
          call.masjidUid,
        )
        const invited = new Set(made.map(({ khateebUid }) => khateebUid)).size
        return code ? refusal(code) : ok({ changed: made.length > 0, invited, invites: made.length })
      }
      case 'request_slots': {
        const { made, code } = this.#proposals.proposeSeveral('khateeb', [call.khateebUid], call.slotIds)
        return code ? refusal(code) : ok({ changed: made.length > 0, requests: made.length })
      }
      case 'add_khutbah':
        return this.#slots.post(call)
      case 'notify_masjid':
        return this.#assignments.notify(call)
      default:
        return this.#proposals.decide(call)
    }
  }
}
