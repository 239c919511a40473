import type { CallTo, Decision } from './calls.ts'
import { type ExpectedResult, proposalResult, refusal } from './expected-result.ts'
import { type History, isSameMasjidAndStart, matchesReference, overlap, type Proposal } from './history.ts'
import { RulesBase } from './rules-base.ts'

/** For each decision: who made the proposal, the resulting state, the kind of letter, and who gets the letter. */
const decisions = {
  accept_invite: ['masjid', 'accepted', 'invite_accepted', 'masjid'],
  reject_invite: ['masjid', 'rejected', 'invite_rejected', 'masjid'],
  revoke_invite: ['masjid', 'revoked', 'invite_revoked', 'khateeb'],
  approve_request_full: ['khateeb', 'accepted', 'request_approved', 'khateeb'],
  reject_request_full: ['khateeb', 'rejected', 'request_rejected', 'khateeb'],
  revoke_sent_request: ['khateeb', 'revoked', 'request_revoked', 'masjid'],
} as const satisfies Record<
  Decision,
  readonly [Proposal['from'], Proposal['state'], string, Proposal['from']]
>

/**
 * Returns why a new proposal for an upcoming slot is refused. Undefined if it is allowed. The khateeb must have no pending proposal for the
 * slot.
 */
export function proposalRefusal(
  history: History,
  { slot, khateebUid, from }: Pick<Proposal, 'slot' | 'khateebUid' | 'from'>,
): 'slot_taken' | 'khateeb_busy' | 'too_many_proposals' | undefined {
  if (history.currentAssignmentOf(slot) !== undefined) return 'slot_taken'
  if (history.isBusy(khateebUid, slot)) return 'khateeb_busy'
  const made = history.proposals.filter(
    (it) => isSameMasjidAndStart(it.slot, slot) && it.khateebUid === khateebUid && it.from === from,
  )
  return made.length === 3 ? 'too_many_proposals' : undefined
}

/** The model's rules of invites and requests. */
export class ProposalRules extends RulesBase {
  propose(call: CallTo<'request_khateeb' | 'add_khutbah_request'>): ExpectedResult {
    const { history } = this
    const { khateebUid } = call
    const from = call.name === 'request_khateeb' ? 'masjid' : 'khateeb'
    const slot = history.slotNamed(call.slot)
    if (slot === undefined) return refusal('not_found')
    const { pending, code } = this.#judge({ slot, khateebUid, from })
    if (code !== undefined) return refusal(code)
    return pending === undefined
      ? proposalResult(this.#make({ slot, khateebUid, from }), true)
      : proposalResult(pending, false)
  }

  /**
   * Returns the pending proposal if the same side has already proposed, or the code of a refusal. Returns an empty object if a new proposal
   * may be made.
   */
  #judge(wanted: Pick<Proposal, 'slot' | 'khateebUid' | 'from'>): {
    readonly pending?: Proposal
    readonly code?: string
  } {
    const { history } = this
    const { slot, khateebUid, from } = wanted
    if (slot.removed) return { code: 'not_found' }
    if (!history.isUpcoming(slot)) return { code: 'slot_past' }
    const pending = history.pending().find((it) => it.slot === slot && it.khateebUid === khateebUid)
    if (pending?.from === from) return { pending }
    if (pending !== undefined)
      return { code: pending.from === 'masjid' ? 'already_invited' : 'already_requested' }
    const code = proposalRefusal(history, wanted)
    return code === undefined ? {} : { code }
  }

  #make({ slot, khateebUid, from }: Pick<Proposal, 'slot' | 'khateebUid' | 'from'>): Proposal {
    const made: Proposal = { slot, khateebUid, from, state: 'pending', requestId: null }
    this.history.proposals.push(made)
    if (from === 'masjid') this.write('invite_received', khateebUid)
    else this.write('request_received', slot.masjidUid)
    return made
  }

  /**
   * Makes a proposal for each khateeb and slot, or no proposal at all. If several are refused, returns the refusal for the soonest slot.
   */
  proposeSeveral(
    from: Proposal['from'],
    khateebUids: readonly string[],
    slotIds: readonly string[],
    masjidUid?: string,
  ): { readonly made: readonly Proposal[]; readonly code?: string } {
    const slots = this.slotsWithIds(slotIds, masjidUid)?.toSorted((a, b) => a.startsAt - b.startsAt)
    if (slots === undefined) return { made: [], code: 'not_found' }
    const wanted = []
    for (const slot of slots) {
      for (const khateebUid of [...new Set(khateebUids)].toSorted()) {
        const { pending, code } = this.#judge({ slot, khateebUid, from })
        if (code !== undefined) return { made: [], code }
        if (pending === undefined) wanted.push({ slot, khateebUid, from })
      }
    }
    const overlaps = slots.some((it) => slots.some((other) => it !== other && overlap(it, other)))
    if (from === 'khateeb' && wanted.length > 0 && overlaps) return { made: [], code: 'slots_overlap' }
    return { made: wanted.map((it) => this.#make(it)) }
  }

  decide(call: CallTo<Decision>): ExpectedResult {
    const { history } = this
    const [from, to, letter, reader] = decisions[call.name]
    const meant = history.proposals.findLast(
      (it) =>
        matchesReference(it.slot, call.slot) &&
        it.khateebUid === call.khateebUid &&
        it.from === from &&
        (call.requestId === null || it.requestId === call.requestId),
    )
    if (meant === undefined) return refusal('not_found')
    const { slot } = meant
    if (meant.state === 'accepted' && to === 'accepted') {
      const last = history.assignments.findLast((it) => it.slot === slot && it.khateebUid === call.khateebUid)
      if (last?.end === 'withdrawn') return refusal('assignment_withdrawn')
      if (last !== undefined && last.end !== null) return refusal('assignment_removed')
    }
    if (meant.state === to) return proposalResult(meant, false, { closed: [] })
    const stateMet = `proposal_${meant.state}`
    if (to === 'accepted') {
      if (meant.state === 'rejected' || meant.state === 'revoked') return refusal(stateMet)
      if (!history.isUpcoming(slot)) return refusal('slot_past')
      if (slot.removed) return refusal('proposal_closed')
      if (history.currentAssignmentOf(slot) !== undefined) return refusal('slot_taken')
      if (history.isBusy(call.khateebUid, slot)) return refusal('khateeb_busy')
      if (meant.state !== 'pending') return refusal(stateMet)
    } else {
      if (meant.state !== 'pending') return refusal(stateMet)
      if (!history.isUpcoming(slot)) return refusal('proposal_expired')
    }
    meant.state = to
    this.write(letter, reader === 'masjid' ? slot.masjidUid : meant.khateebUid)
    const closed = to === 'accepted' ? this.#fill(meant) : []
    return proposalResult(meant, true, {
      closed: this.#closedOf(from === 'masjid' ? 'khateeb' : 'masjid', meant, closed),
    })
  }

  /** Returns the caller's own closed proposals, with the name of the other side. */
  #closedOf(caller: Proposal['from'], { slot, khateebUid }: Proposal, closed: readonly Proposal[]) {
    return closed
      .filter((it) =>
        caller === 'khateeb' ? it.khateebUid === khateebUid : it.slot.masjidUid === slot.masjidUid,
      )
      .map((it) => ({
        kind: it.from === 'masjid' ? 'invite' : 'request',
        khutbahDate: it.slot.khutbahDate,
        khutbahTime: it.slot.khutbahTime,
        slotId: it.slot.slotId,
        startsAt: new Date(it.slot.startsAt).toISOString(),
        timeZone: this.zoneOf(it.slot),
        ...(caller === 'khateeb'
          ? { masjidName: this.nameOf(it.slot.masjidUid) }
          : { khateebName: this.nameOf(it.khateebUid) }),
      }))
  }

  /** Confirms a khateeb. Closes and returns the other proposals for the slot and the khateeb's overlapping proposals. */
  #fill(accepted: Proposal): readonly Proposal[] {
    const { history } = this
    const { slot, khateebUid } = accepted
    history.assignments.push({ slot, khateebUid, end: null, assignmentId: null })
    const closed = history.closedBy(accepted)
    for (const proposal of closed) {
      proposal.state = 'closed'
      if (proposal.slot === slot) this.write('rival_confirmed', proposal.khateebUid)
      // The letter about an accepted invite already lists the closed proposals of the inviting masjid.
      else if (accepted.from === 'khateeb' || proposal.slot.masjidUid !== slot.masjidUid)
        this.write('khateeb_booked_elsewhere', proposal.slot.masjidUid)
    }
    return closed
  }
}
