import type { Answer, Call, CallTo, Decision } from './calls.ts'
import {
  type Assignment,
  type History,
  isSameTime,
  matchesReference,
  type Proposal,
  type Slot,
} from './history.ts'
import type { Participants } from './participants.ts'

/** The answer that the rules require, and the proposal it is about. Only the product knows a new proposal's id. */
export interface ExpectedResult {
  readonly answer: Answer
  readonly proposal?: Proposal
}

function ok(body: Readonly<Record<string, unknown>>): ExpectedResult {
  return { answer: { status: 200, body } }
}

function refused(code: string): ExpectedResult {
  return { answer: { status: code === 'not_found' ? 404 : 409, code } }
}

function about(
  proposal: Proposal,
  changed: boolean,
  more: Readonly<Record<string, unknown>> = {},
): ExpectedResult {
  return { ...ok({ state: proposal.state, changed, ...more }), proposal }
}

/** For each decision: who proposed, the resulting state, and the letter to the other side. */
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

/** Why a new proposal for an upcoming slot is refused, given that none is pending. */
export function proposalRefusal(
  history: History,
  { slot, khateebUid, from }: Pick<Proposal, 'slot' | 'khateebUid' | 'from'>,
): 'slot_taken' | 'khateeb_busy' | 'too_many_proposals' | undefined {
  if (history.holderOf(slot) !== undefined) return 'slot_taken'
  if (history.isBusy(khateebUid, slot)) return 'khateeb_busy'
  const made = history.proposals.filter(
    (it) => isSameTime(it.slot, slot) && it.khateebUid === khateebUid && it.from === from,
  )
  return made.length === 3 ? 'too_many_proposals' : undefined
}

/**
 * The model: a second, independent implementation of the product's rules, without a database or concurrency. Where two
 * refusals apply to a call, it uses the one that the product uses.
 */
export class Rules {
  readonly history: History
  readonly #participants: Participants

  constructor(participants: Participants, history: History) {
    this.#participants = participants
    this.history = history
  }

  /** Applies a call to the history at its current time, and returns the expected answer. */
  apply(call: Call): ExpectedResult {
    switch (call.name) {
      case 'request_khateeb':
      case 'add_khutbah_request':
        return this.#propose(call)
      case 'remove_khateeb':
        return this.#remove(call)
      case 'withdraw_khateeb':
        return this.#withdraw(call)
      case 'remove_slot':
        return this.#removeSlot(call)
      case 'add_khutbah':
        return this.#post(call)
      case 'notify_masjid':
        return this.#notify(call)
      default:
        return this.#decide(call)
    }
  }

  #propose(call: CallTo<'request_khateeb' | 'add_khutbah_request'>): ExpectedResult {
    const { history } = this
    const { khateebUid } = call
    const from = call.name === 'request_khateeb' ? 'masjid' : 'khateeb'
    const slot = history.slotNamed(call.slot)
    if (slot === undefined || slot.removed) return refused('not_found')
    if (!history.isUpcoming(slot)) return refused('slot_past')
    const between = history.proposals.filter((it) => it.slot === slot && it.khateebUid === khateebUid)
    const pending = between.find((it) => it.state === 'pending')
    if (pending?.from === from) return about(pending, false)
    if (pending !== undefined)
      return refused(pending.from === 'masjid' ? 'already_invited' : 'already_requested')
    const why = proposalRefusal(history, { slot, khateebUid, from })
    if (why !== undefined) return refused(why)
    const made: Proposal = { slot, khateebUid, from, state: 'pending', requestId: null }
    history.proposals.push(made)
    if (from === 'masjid') this.#write('invite_received', khateebUid)
    else this.#write('request_received', slot.masjidUid)
    return about(made, true)
  }

  #decide(call: CallTo<Decision>): ExpectedResult {
    const { history } = this
    const [from, to, letter, reader] = decisions[call.name]
    const meant = history.proposals.findLast(
      (it) =>
        matchesReference(it.slot, call.slot) &&
        it.khateebUid === call.khateebUid &&
        it.from === from &&
        (call.requestId === null || it.requestId === call.requestId),
    )
    if (meant === undefined) return refused('not_found')
    const { slot } = meant
    if (meant.state === to) return about(meant, false, { closed: [] })
    const stateMet = `proposal_${meant.state}`
    if (to === 'accepted') {
      if (meant.state === 'rejected' || meant.state === 'revoked') return refused(stateMet)
      if (!history.isUpcoming(slot)) return refused('slot_past')
      if (slot.removed) return refused('proposal_closed')
      if (history.holderOf(slot) !== undefined) return refused('slot_taken')
      if (history.isBusy(call.khateebUid, slot)) return refused('khateeb_busy')
      if (meant.state !== 'pending') return refused(stateMet)
    } else {
      if (meant.state !== 'pending') return refused(stateMet)
      if (!history.isUpcoming(slot)) return refused('proposal_expired')
    }
    meant.state = to
    this.#write(letter, reader === 'masjid' ? slot.masjidUid : meant.khateebUid)
    const closed = to === 'accepted' ? this.#fill(meant) : []
    return about(meant, true, {
      closed: this.#closedOf(from === 'masjid' ? 'khateeb' : 'masjid', meant, closed),
    })
  }

  /** Those of the closed proposals that are the caller's own, with the name of the other side. */
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
        timeZone: this.#zoneOf(it.slot),
        ...(caller === 'khateeb'
          ? { masjidName: this.#nameOf(it.slot.masjidUid) }
          : { khateebName: this.#nameOf(it.khateebUid) }),
      }))
  }

  /** Confirms a khateeb, closes other proposals for the slot and overlapping ones of the khateeb, and returns these. */
  #fill(accepted: Proposal): readonly Proposal[] {
    const { history } = this
    const { slot, khateebUid } = accepted
    history.assignments.push({ slot, khateebUid, end: null, assignmentId: null })
    const closed = history.closedBy(accepted)
    for (const proposal of closed) {
      proposal.state = 'closed'
      if (proposal.slot === slot) this.#write('rival_confirmed', proposal.khateebUid)
      // The letter about an accepted invite names what closed at its own masjid.
      else if (accepted.from === 'khateeb' || proposal.slot.masjidUid !== slot.masjidUid)
        this.#write('khateeb_booked_elsewhere', proposal.slot.masjidUid)
    }
    return closed
  }

  #remove(call: CallTo<'remove_khateeb'>): ExpectedResult {
    const slot = this.history.slotNamed(call.slot)
    if (slot === undefined) return refused('not_found')
    const holder = this.history.holderOf(slot)
    if (holder !== undefined) {
      if (call.assignmentId !== null && call.assignmentId !== holder.assignmentId)
        return refused('assignment_changed')
      return this.#end(holder, 'removed', 'khateeb_removed', holder.khateebUid)
    }
    const last = this.history.assignments.findLast(
      (it) => it.slot === slot && (call.assignmentId === null || it.assignmentId === call.assignmentId),
    )
    if (last?.end === 'removed') return ok({ changed: false })
    return refused(last?.end === 'withdrawn' ? 'assignment_withdrawn' : 'not_found')
  }

  #withdraw(call: CallTo<'withdraw_khateeb'>): ExpectedResult {
    const own = this.history.assignments.findLast(
      (it) =>
        matchesReference(it.slot, call.slot) &&
        it.khateebUid === call.khateebUid &&
        (call.assignmentId === null || it.assignmentId === call.assignmentId),
    )
    if (own === undefined) return refused('not_found')
    if (own.end === 'withdrawn') return ok({ changed: false })
    if (own.end !== null) return refused('assignment_removed')
    return this.#end(own, 'withdrawn', 'khateeb_withdrew', own.slot.masjidUid)
  }

  #end(assignment: Assignment, end: 'removed' | 'withdrawn', letter: string, reader: string): ExpectedResult {
    if (!this.history.isUpcoming(assignment.slot)) return refused('slot_past')
    assignment.end = end
    this.#write(letter, reader)
    return ok({ changed: true })
  }

  #removeSlot(call: CallTo<'remove_slot'>): ExpectedResult {
    const slot = this.history.slotNamed(call.slot)
    if (slot === undefined) return refused('not_found')
    if (slot.removed) return ok({ changed: false })
    if (!this.history.isUpcoming(slot)) return refused('slot_past')
    slot.removed = true
    const affected = new Set<string>()
    const holder = this.history.holderOf(slot)
    if (holder !== undefined) {
      holder.end = 'slot_removed'
      affected.add(holder.khateebUid)
    }
    for (const proposal of this.history.pending().filter((it) => it.slot === slot)) {
      proposal.state = 'closed'
      affected.add(proposal.khateebUid)
    }
    for (const uid of affected) this.#write('slot_removed', uid)
    return ok({ changed: true })
  }

  #post({ masjidUid, date, times }: CallTo<'add_khutbah'>): ExpectedResult {
    const offset = this.#participants.masjids.find((it) => it.uid === masjidUid)?.offset
    const posted = [...new Set(times)].toSorted().map((khutbahTime): Slot => {
      const startsAt = Date.parse(`${date}T${khutbahTime}:00${offset}`)
      return { slotId: null, masjidUid, khutbahDate: date, khutbahTime, startsAt, removed: false }
    })
    if (posted.some((it) => !this.history.isUpcoming(it)))
      return { answer: { status: 400, code: 'invalid_input' } }
    const added = posted.filter((it) => this.history.slotNamed(it)?.removed ?? true)
    this.history.slots.push(...added)
    const existing = posted.filter((it) => !added.includes(it))
    return ok({ added: added.map((it) => it.khutbahTime), existing: existing.map((it) => it.khutbahTime) })
  }

  /** Sends no letter: accepting the invite already sent one to the masjid. */
  #notify({ khateebUid, date, time }: CallTo<'notify_masjid'>): ExpectedResult {
    const confirmed = this.history.assignments.some(
      ({ slot, end, ...it }) =>
        it.khateebUid === khateebUid &&
        end === null &&
        slot.khutbahDate === date &&
        slot.khutbahTime === time,
    )
    return confirmed ? ok({ notified: true }) : refused('not_found')
  }

  #write(kind: string, uid: string): void {
    this.history.letters.push(`${kind} to ${this.#participant(uid)?.email}`)
  }

  #zoneOf({ masjidUid }: Slot): string {
    const { offset } = this.#participants.masjids.find((it) => it.uid === masjidUid) ?? {}
    return offset === '-06:00' ? 'America/Chicago' : 'America/Detroit'
  }

  #nameOf(uid: string): string | undefined {
    return this.#participant(uid)?.name
  }

  #participant(uid: string) {
    const { masjids, khateebs } = this.#participants
    return [...masjids, ...khateebs].find((it) => it.uid === uid)
  }
}
