import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Call, Decision, SlotReference } from './calls.ts'
import type { History, Proposal, Slot } from './history.ts'
import { dates, type Participants } from './participants.ts'

/** The next step of a run. */
type Action =
  | { readonly kind: 'call'; readonly call: Call }
  /** Advances the clock to this instant (milliseconds since 1970), unless it is later already. */
  | { readonly kind: 'wait'; readonly until: number }
  /** Runs the server's job that marks expired proposals. */
  | { readonly kind: 'expire' }

/**
 * A generated action. It refers to no slot or proposal: `choose` selects them from the run's history, by generated numbers. So the action
 * stays valid while fast-check shrinks the run.
 */
export interface GeneratedAction {
  readonly description: string
  readonly choose: (history: History, participants: Participants) => Action
}

const anyIndex = fc.nat({ max: 63 })

/** Returns the item at the index `number`, modulo the count of items. */
function pick<T>(items: readonly T[], number: number): T | undefined {
  return items.length === 0 ? undefined : items[number % items.length]
}

/** Returns `some`, or `all` if `some` is empty. */
function someOrAll<T>(some: readonly T[], all: readonly T[]): readonly T[] {
  return some.length === 0 ? all : some
}

function ensureDefined<T>(item: T | undefined): T {
  if (item === undefined) throw new Error('There is no item to choose')
  return item
}

/** Returns a reference to a slot that is perhaps not posted. Six of seven slots are on the first date, so that calls conflict. */
function anySlot(participants: Participants, number: number): SlotReference {
  const masjid = ensureDefined(pick(participants.masjids, number))
  const khutbahTime = ensureDefined(pick(masjid.times, Math.floor(number / 3)))
  const khutbahDate = number % 7 === 6 ? dates[1] : dates[0]
  return { slotId: null, masjidUid: masjid.uid, khutbahDate, khutbahTime }
}

/** Returns a reference to a slot: by id for odd numbers, otherwise by date and time. */
function referenceTo({ slotId, masjidUid, khutbahDate, khutbahTime }: Slot, number: number): SlotReference {
  return { slotId: number % 2 === 0 ? null : slotId, masjidUid, khutbahDate, khutbahTime }
}

/** Returns a reference to a slot, or to any slot if the slot is undefined. */
function referenceToOrAny(slot: Slot | undefined, participants: Participants, number: number): SlotReference {
  return slot === undefined ? anySlot(participants, number) : referenceTo(slot, number)
}

function khateebOf({ khateebs }: Participants, number: number): string {
  return ensureDefined(pick(khateebs, number)).uid
}

function actionGenerator<T>(
  label: string,
  numbers: { [Key in keyof T]: fc.Arbitrary<T[Key]> },
  choose: (it: T, history: History, participants: Participants) => Action,
): fc.Arbitrary<GeneratedAction> {
  return fc.record<T>(numbers).map((it) => ({
    description: `${label} ${fc.stringify(it)}`,
    choose: (history, participants) => choose(it, history, participants),
  }))
}

function call(made: Call): Action {
  return { kind: 'call', call: made }
}

const decisionByAnswer = {
  masjid: { yes: 'accept_invite', no: 'reject_invite', back: 'revoke_invite' },
  khateeb: { yes: 'approve_request_full', no: 'reject_request_full', back: 'revoke_sent_request' },
} as const satisfies Record<string, Record<string, Decision>>

/**
 * Returns the action to run if there is no item that the generated action needs. Accepts or approves a pending proposal. If there is none,
 * invites a khateeb.
 */
function fallbackAction(history: History, participants: Participants, number: number): Action {
  const upcoming = history.slots.filter((it) => !it.removed && history.isUpcoming(it))
  const decidable = history.pending().filter((it) => upcoming.includes(it.slot))
  const pending = pick(decidable, number)
  if (pending !== undefined) {
    const { slot, khateebUid, from } = pending
    return call({
      name: decisionByAnswer[from].yes,
      slot: referenceTo(slot, number),
      khateebUid,
      requestId: null,
    })
  }
  const open = upcoming.filter((it) => history.currentAssignmentOf(it) === undefined)
  const slot = referenceToOrAny(pick(open, number), participants, number)
  return call({ name: 'request_khateeb', slot, khateebUid: khateebOf(participants, number) })
}

const proposing = actionGenerator(
  'propose',
  {
    name: fc.constantFrom('request_khateeb' as const, 'add_khutbah_request' as const),
    among: fc.constantFrom('open', 'open', 'open', 'open', 'upcoming', 'upcoming', 'any'),
    slot: anyIndex,
    khateeb: anyIndex,
  },
  ({ name, among, slot, khateeb }, history, participants) => {
    const upcoming = history.slots.filter((it) => !it.removed && history.isUpcoming(it))
    const open = upcoming.filter((it) => history.currentAssignmentOf(it) === undefined)
    const chosen = pick(among === 'open' ? open : among === 'upcoming' ? upcoming : [], slot)
    const khateebUid = khateebOf(participants, khateeb)
    return call({ name, khateebUid, slot: referenceToOrAny(chosen, participants, slot) })
  },
)

/** Repeats the decided proposals that were made most often, so that they reach the limit of proposals. */
const proposingAgain = actionGenerator(
  'propose again',
  { proposal: fc.nat({ max: 3 }) },
  ({ proposal }, history, participants) => {
    const decided = history.proposals.filter((it) => it.state !== 'pending' && history.isUpcoming(it.slot))
    const timesOf = ({ slot, khateebUid, from }: Proposal) =>
      decided.filter((it) => it.slot === slot && it.khateebUid === khateebUid && it.from === from).length
    const byTimes = decided.toSorted((a, b) => timesOf(b) - timesOf(a))
    const chosen = pick(byTimes, proposal)
    return call({
      name: chosen?.from === 'khateeb' ? 'add_khutbah_request' : 'request_khateeb',
      slot: referenceToOrAny(chosen?.slot, participants, proposal),
      khateebUid: chosen?.khateebUid ?? khateebOf(participants, proposal),
    })
  },
)

const deciding = actionGenerator(
  'decide',
  {
    answer: fc.constantFrom('yes' as const, 'yes' as const, 'no' as const, 'back' as const),
    among: fc.constantFrom('pending', 'pending', 'pending', 'pending', 'pending', 'all', 'all', 'any'),
    proposal: anyIndex,
    /** Whether to make the wrong call: for a request, a call that decides invites, or the other way round. */
    wrongSide: fc.nat({ max: 11 }).map((it) => it === 0),
    by: fc.constantFrom('slot' as const, 'slot' as const, 'id' as const, 'wrong id' as const),
  },
  ({ answer, among, proposal, wrongSide, by }, history, participants) => {
    const { proposals } = history
    const pending = someOrAll(history.pending(), proposals)
    const chosen = pick(among === 'pending' ? pending : among === 'all' ? proposals : [], proposal)
    if (chosen === undefined && among !== 'any') return fallbackAction(history, participants, proposal)
    const from = wrongSide === (chosen?.from === 'masjid') ? 'khateeb' : 'masjid'
    const id = { slot: null, id: chosen?.requestId ?? null, 'wrong id': randomUUID() }
    return call({
      name: decisionByAnswer[from][answer],
      slot: referenceToOrAny(chosen?.slot, participants, proposal),
      khateebUid: chosen?.khateebUid ?? khateebOf(participants, proposal),
      requestId: id[by],
    })
  },
)

const releasing = actionGenerator(
  'release',
  {
    name: fc.constantFrom('remove_khateeb' as const, 'withdraw_khateeb' as const),
    among: fc.constantFrom('current', 'current', 'current', 'current', 'all', 'all', 'any'),
    assignment: anyIndex,
    by: fc.constantFrom('slot' as const, 'id' as const, 'another id' as const),
    another: anyIndex,
    byHolder: fc.nat({ max: 4 }).map((it) => it > 0),
  },
  ({ name, among, assignment, by, another, byHolder }, history, participants) => {
    const { assignments } = history
    const current = assignments.filter((it) => it.end === null)
    const preferred = someOrAll(current, assignments)
    const chosen = pick(among === 'current' ? preferred : among === 'all' ? assignments : [], assignment)
    if (chosen === undefined && among !== 'any') return fallbackAction(history, participants, assignment)
    const slot = referenceToOrAny(chosen?.slot, participants, another)
    const others = assignments.filter((it) => it !== chosen)
    const stale = pick(others, another)?.assignmentId ?? randomUUID()
    const id = { slot: null, id: chosen?.assignmentId ?? null, 'another id': stale }
    if (name === 'remove_khateeb') return call({ name, slot, assignmentId: id[by] })
    const anyKhateeb = khateebOf(participants, another)
    const khateebUid = byHolder ? (chosen?.khateebUid ?? anyKhateeb) : anyKhateeb
    return call({ name, slot, khateebUid, assignmentId: id[by] })
  },
)

const removingSlot = actionGenerator(
  'remove slot',
  { among: fc.constantFrom('all', 'all', 'any'), slot: anyIndex },
  ({ among, slot }, history, participants) => {
    const chosen = among === 'all' ? pick(history.slots, slot) : undefined
    return call({ name: 'remove_slot', slot: referenceToOrAny(chosen, participants, slot) })
  },
)

const posting = actionGenerator(
  'post',
  {
    masjid: anyIndex,
    date: fc.constantFrom(...dates),
    times: fc.array(anyIndex, { minLength: 1, maxLength: 4 }),
    weeks: fc.constantFrom(1, 2),
  },
  ({ masjid, date, times, weeks }, _, participants) => {
    const { uid: masjidUid, times: known } = ensureDefined(pick(participants.masjids, masjid))
    const posted = times.map((it) => ensureDefined(pick(known, it)))
    return call({ name: 'add_khutbah', masjidUid, date, times: posted, weeks })
  },
)

/** Calls about several slots, mostly open or upcoming slots of one masjid. */
const actingOnSeveralSlots = actionGenerator(
  'several',
  {
    name: fc.constantFrom(
      'invite_khateebs' as const,
      'invite_khateebs' as const,
      'request_slots' as const,
      'request_slots' as const,
      'describe_slots' as const,
      'remove_slots' as const,
      'remove_slots' as const,
    ),
    among: fc.constantFrom('open', 'open', 'open', 'upcoming', 'all'),
    masjid: anyIndex,
    ofAnyMasjid: fc.nat({ max: 7 }).map((it) => it === 0),
    slots: fc.array(anyIndex, { minLength: 1, maxLength: 3 }),
    khateebs: fc.array(anyIndex, { minLength: 1, maxLength: 3 }),
  },
  ({ name, among, masjid, ofAnyMasjid, slots, khateebs }, history, participants) => {
    const isAboutKhateebs = name === 'invite_khateebs' || name === 'request_slots'
    // Calls that change several slots often include a filled slot, so that they affect its khateeb.
    const isHeld = (it: Slot) =>
      !it.removed && history.isUpcoming(it) && history.currentAssignmentOf(it) !== undefined
    const held = isAboutKhateebs || among !== 'open' ? undefined : pick(history.slots.filter(isHeld), masjid)
    const masjidUid = held?.masjidUid ?? ensureDefined(pick(participants.masjids, masjid)).uid
    const own = history.slots.filter((it) => ofAnyMasjid || it.masjidUid === masjidUid)
    const upcoming = own.filter((it) => !it.removed && history.isUpcoming(it))
    const open = isAboutKhateebs ? upcoming.filter((it) => !isHeld(it)) : upcoming
    const preferred = someOrAll({ open, upcoming, all: own }[among] ?? own, own)
    const chosen = slots.map((it) => pick(preferred, it))
    if (held !== undefined) chosen.push(held)
    const slotIds = chosen.map((it) => it?.slotId ?? randomUUID())
    const khateebUids = khateebs.map((it) => khateebOf(participants, it))
    switch (name) {
      case 'invite_khateebs':
        return call({ name, masjidUid, khateebUids, slotIds })
      case 'request_slots':
        return call({ name, khateebUid: ensureDefined(khateebUids[0]), slotIds })
      case 'describe_slots':
        return call({ name, masjidUid, slotIds, note: `Gate ${masjid % 2}` })
      default:
        return call({ name, masjidUid, slotIds })
    }
  },
)

const notifying = actionGenerator(
  'notify',
  { known: fc.boolean(), number: anyIndex, khateeb: anyIndex },
  ({ known, number, khateeb }, history, participants) => {
    const chosen = known ? pick(history.assignments, number) : undefined
    const { khutbahDate: date, khutbahTime: time } = chosen?.slot ?? anySlot(participants, number)
    const khateebUid = chosen?.khateebUid ?? khateebOf(participants, khateeb)
    return call({ name: 'notify_masjid', khateebUid, date, time })
  },
)

/** Waits until a second before a slot's start, until the start, or until 1 ms after it. */
const waiting = actionGenerator(
  'wait',
  { slot: anyIndex, by: fc.constantFrom(-1_000, 0, 1) },
  ({ slot, by }, history) => {
    const upcoming = history.slots.filter((it) => history.isUpcoming(it))
    const starts = upcoming.map((it) => it.startsAt).toSorted((a, b) => a - b)
    // Prefer the next starts, because no action is possible after the last slot's start.
    const chosen = pick(starts.slice(0, 1 + (slot % 8)), slot)
    return { kind: 'wait', until: (chosen ?? history.now) + by }
  },
)

const expiring = fc.constant<GeneratedAction>({ description: 'expire', choose: () => ({ kind: 'expire' }) })

/** All generators of actions. The generators of frequent actions are repeated. */
export const actionGenerators: readonly fc.Arbitrary<GeneratedAction>[] = [
  ...Array.from({ length: 8 }, () => proposing),
  ...Array.from({ length: 10 }, () => deciding),
  ...Array.from({ length: 3 }, () => proposingAgain),
  ...Array.from({ length: 3 }, () => releasing),
  ...Array.from({ length: 8 }, () => actingOnSeveralSlots),
  removingSlot,
  posting,
  waiting,
  notifying,
  expiring,
]
