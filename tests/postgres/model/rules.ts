import { addDays } from '../../../domain/khutbahs/wall-clock.ts'
import type { Call, CallResult, CallTo, Decision } from './calls.ts'
import {
  type Assignment,
  type History,
  isSameMasjidAndStart,
  matchesReference,
  overlap,
  type Proposal,
  type Slot,
} from './history.ts'
import type { Participants } from './participants.ts'

/**
 * The response that the rules require, with the proposal or the posted slots that the response is about. The product chooses the ids of new
 * proposals and slots, so these ids are added to the expected response after the call (`withIds` in `command.ts`).
 */
export interface ExpectedResult {
  readonly result: CallResult
  readonly proposal?: Proposal
  readonly posted?: readonly { readonly slot: Slot; readonly isNew: boolean }[]
}

function ok(body: Readonly<Record<string, unknown>>): ExpectedResult {
  return { result: { status: 200, body } }
}

function refusal(code: string): ExpectedResult {
  return { result: { status: code === 'not_found' ? 404 : 409, code } }
}

function proposalResult(
  proposal: Proposal,
  changed: boolean,
  more: Readonly<Record<string, unknown>> = {},
): ExpectedResult {
  return { ...ok({ state: proposal.state, changed, ...more }), proposal }
}

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

/**
 * The model: a second, independent implementation of the product's rules, without a database or concurrency. If two refusals apply to a
 * call, the model uses the same refusal as the product.
 */
export class Rules {
  readonly history: History
  readonly #participants: Participants

  constructor(participants: Participants, history: History) {
    this.#participants = participants
    this.history = history
  }

  /** Applies a call to the history at its current time, and returns the expected result. */
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
      case 'remove_slots':
        return this.#removeSlots(call)
      case 'describe_slots':
        return this.#describe(call)
      case 'invite_khateebs': {
        const { made, code } = this.#proposeSeveral('masjid', call.khateebUids, call.slotIds, call.masjidUid)
        const invited = new Set(made.map(({ khateebUid }) => khateebUid)).size
        return code ? refusal(code) : ok({ changed: made.length > 0, invited, invites: made.length })
      }
      case 'request_slots': {
        const { made, code } = this.#proposeSeveral('khateeb', [call.khateebUid], call.slotIds)
        return code ? refusal(code) : ok({ changed: made.length > 0, requests: made.length })
      }
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
    if (from === 'masjid') this.#write('invite_received', khateebUid)
    else this.#write('request_received', slot.masjidUid)
    return made
  }

  /**
   * Makes a proposal for each khateeb and slot, or no proposal at all. If several are refused, returns the refusal for the soonest slot.
   */
  #proposeSeveral(
    from: Proposal['from'],
    khateebUids: readonly string[],
    slotIds: readonly string[],
    masjidUid?: string,
  ): { readonly made: readonly Proposal[]; readonly code?: string } {
    const slots = this.#slotsWithIds(slotIds, masjidUid)?.toSorted((a, b) => a.startsAt - b.startsAt)
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

  /** Returns the slots with these ids, sorted by id. Undefined if a slot doesn't exist or belongs to another masjid. */
  #slotsWithIds(slotIds: readonly string[], masjidUid: string | undefined): Slot[] | undefined {
    const found = [...new Set(slotIds)]
      .toSorted()
      .map((id) => this.history.slots.find((it) => it.slotId === id))
    const slots = found.filter((it) => it !== undefined)
    const areAll = slots.every((it) => masjidUid === undefined || it.masjidUid === masjidUid)
    return areAll && slots.length === found.length ? slots : undefined
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
    this.#write(letter, reader === 'masjid' ? slot.masjidUid : meant.khateebUid)
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
        timeZone: this.#zoneOf(it.slot),
        ...(caller === 'khateeb'
          ? { masjidName: this.#nameOf(it.slot.masjidUid) }
          : { khateebName: this.#nameOf(it.khateebUid) }),
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
      if (proposal.slot === slot) this.#write('rival_confirmed', proposal.khateebUid)
      // The letter about an accepted invite already lists the closed proposals of the inviting masjid.
      else if (accepted.from === 'khateeb' || proposal.slot.masjidUid !== slot.masjidUid)
        this.#write('khateeb_booked_elsewhere', proposal.slot.masjidUid)
    }
    return closed
  }

  #remove(call: CallTo<'remove_khateeb'>): ExpectedResult {
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

  #withdraw(call: CallTo<'withdraw_khateeb'>): ExpectedResult {
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
    this.#write(letter, reader)
    return ok({ changed: true })
  }

  #removeSlot(call: CallTo<'remove_slot'>): ExpectedResult {
    const slot = this.history.slotNamed(call.slot)
    if (slot === undefined) return refusal('not_found')
    if (slot.removed) return ok({ changed: false })
    if (!this.history.isUpcoming(slot)) return refusal('slot_past')
    this.#takeAway(slot)
    return ok({ changed: true })
  }

  #removeSlots({ masjidUid, slotIds }: CallTo<'remove_slots'>): ExpectedResult {
    const slots = this.#slotsWithIds(slotIds, masjidUid)
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
    for (const uid of affected) this.#write('slot_removed', uid)
  }

  #describe({ masjidUid, slotIds, note }: CallTo<'describe_slots'>): ExpectedResult {
    const slots = this.#slotsWithIds(slotIds, masjidUid)
    if (slots === undefined) return refusal('not_found')
    if (slots.some((it) => !it.removed && !this.history.isUpcoming(it))) return refusal('slot_past')
    if (slots.some(({ removed }) => removed)) return refusal('not_found')
    const changed = slots.filter((it) => it.note !== note)
    for (const slot of changed) {
      slot.note = note
      const holder = this.history.currentAssignmentOf(slot)
      if (holder !== undefined) this.#write('slot_described', holder.khateebUid)
    }
    return ok({ changed: changed.length > 0 })
  }

  #post({ masjidUid, date, times, weeks }: CallTo<'add_khutbah'>): ExpectedResult {
    const offset = this.#participants.masjids.find((it) => it.uid === masjidUid)?.offset
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

  /** Sends no letter, because the acceptance of the invite already sent a letter to the masjid. */
  #notify({ khateebUid, date, time }: CallTo<'notify_masjid'>): ExpectedResult {
    const confirmed = this.history.assignments.some(
      ({ slot, end, ...it }) =>
        it.khateebUid === khateebUid &&
        end === null &&
        slot.khutbahDate === date &&
        slot.khutbahTime === time,
    )
    return confirmed ? ok({ notified: true }) : refusal('not_found')
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
