import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Call, Decision, SlotName } from './calls.ts'
import type { History, Proposal, Slot } from './history.ts'
import { dates, type World } from './participants.ts'

/** What somebody does next, once it is known what there is to choose from. */
type Act =
  | { readonly kind: 'call'; readonly call: Call }
  /** The clock goes on to this instant, unless it is there already. */
  | { readonly kind: 'wait'; readonly until: number }
  /** The server's job that writes down what has expired. */
  | { readonly kind: 'expire' }

/** An act is drawn as numbers before it is known what they choose from, so that it stays an act while fast-check shrinks. */
export interface Drawn {
  readonly says: string
  readonly choose: (history: History, world: World) => Act
}

const nth = fc.nat({ max: 63 })

/** The item that a number means: of what there is, however much that is. */
function pick<T>(items: readonly T[], number: number): T | undefined {
  return items.length === 0 ? undefined : items[number % items.length]
}

/** The items that something has to do with, or all of them when there are none. */
function orAll<T>(some: readonly T[], all: readonly T[]): readonly T[] {
  return some.length === 0 ? all : some
}

function must<T>(item: T | undefined): T {
  if (item === undefined) throw new Error('There is nothing to choose from')
  return item
}

/** Any slot that could be named, posted or not; mostly of the first date, where people meet. */
function anySlot(world: World, number: number): SlotName {
  const masjid = must(pick(world.masjids, number))
  const khutbahTime = must(pick(masjid.times, Math.floor(number / 3)))
  const khutbahDate = number % 7 === 6 ? dates[1] : dates[0]
  return { slotId: null, masjidUid: masjid.uid, khutbahDate, khutbahTime }
}

/** A slot's name, by its id where the number is odd. */
function nameOf({ slotId, masjidUid, khutbahDate, khutbahTime }: Slot, number: number): SlotName {
  return { slotId: number % 2 === 0 ? null : slotId, masjidUid, khutbahDate, khutbahTime }
}

function drawn<T>(arbitrary: fc.Arbitrary<T>, says: string, choose: (it: T) => Drawn['choose']) {
  return arbitrary.map((it): Drawn => ({ says: `${says} ${fc.stringify(it)}`, choose: choose(it) }))
}

function call(made: Call): Act {
  return { kind: 'call', call: made }
}

const answers = {
  masjid: { yes: 'accept_invite', no: 'reject_invite', back: 'revoke_invite' },
  khateeb: { yes: 'approve_request_full', no: 'reject_request_full', back: 'revoke_sent_request' },
} as const satisfies Record<string, Record<string, Decision>>

/** What leads on where there is nothing yet to do something with: a yes to what is pending, else an invite. */
function leadOn(history: History, world: World, number: number): Act {
  const upcoming = history.slots.filter((it) => !it.removed && history.isUpcoming(it))
  const asked = pick(
    history.pending().filter((it) => upcoming.includes(it.slot)),
    number,
  )
  if (asked !== undefined) {
    const { slot, khateebUid, from } = asked
    return call({ name: answers[from].yes, slot: nameOf(slot, number), khateebUid, requestId: null })
  }
  const open = pick(
    upcoming.filter((it) => history.holderOf(it) === undefined),
    number,
  )
  const { uid: khateebUid } = must(pick(world.khateebs, number))
  return call({
    name: 'request_khateeb',
    slot: open ? nameOf(open, number) : anySlot(world, number),
    khateebUid,
  })
}

const proposing = drawn(
  fc.record({
    name: fc.constantFrom('request_khateeb' as const, 'add_khutbah_request' as const),
    among: fc.constantFrom('open', 'open', 'open', 'open', 'standing', 'standing', 'any'),
    slot: nth,
    khateeb: nth,
  }),
  'propose',
  ({ name, among, slot, khateeb }) =>
    (history, world) => {
      const standing = history.slots.filter((it) => !it.removed && history.isUpcoming(it))
      const open = standing.filter((it) => history.holderOf(it) === undefined)
      const chosen = pick(among === 'open' ? open : among === 'standing' ? standing : [], slot)
      const { uid: khateebUid } = must(pick(world.khateebs, khateeb))
      return call({ name, khateebUid, slot: chosen ? nameOf(chosen, slot) : anySlot(world, slot) })
    },
)

/** The proposal that was made once more than all others, as long as it may be made: who is too keen meets the limit. */
const insisting = drawn(
  fc.record({ proposal: fc.nat({ max: 3 }) }),
  'propose again',
  ({ proposal }) =>
    (history, world) => {
      const decided = history.proposals.filter((it) => it.state !== 'pending' && history.isUpcoming(it.slot))
      const timesOf = (one: Proposal) =>
        decided.filter(
          (it) => it.slot === one.slot && it.khateebUid === one.khateebUid && it.from === one.from,
        ).length
      const chosen = pick(
        decided.toSorted((a, b) => timesOf(b) - timesOf(a)),
        proposal,
      )
      const name = chosen?.from === 'khateeb' ? 'add_khutbah_request' : 'request_khateeb'
      const slot = chosen ? nameOf(chosen.slot, proposal) : anySlot(world, proposal)
      return call({ name, slot, khateebUid: chosen?.khateebUid ?? must(pick(world.khateebs, proposal)).uid })
    },
)

const deciding = drawn(
  fc.record({
    answer: fc.constantFrom('yes' as const, 'yes' as const, 'no' as const, 'back' as const),
    among: fc.constantFrom('pending', 'pending', 'pending', 'pending', 'pending', 'all', 'all', 'any'),
    proposal: nth,
    /** The call that answers the other side's proposals. */
    crossed: fc.nat({ max: 11 }).map((it) => it === 0),
    by: fc.constantFrom('slot', 'slot', 'id', 'wrong id'),
  }),
  'decide',
  ({ answer, among, proposal, crossed, by }) =>
    (history, world) => {
      const { proposals } = history
      const pending = orAll(history.pending(), proposals)
      const chosen = pick(among === 'pending' ? pending : among === 'all' ? proposals : [], proposal)
      if (chosen === undefined && among !== 'any') return leadOn(history, world, proposal)
      const from = crossed === (chosen?.from === 'masjid') ? 'khateeb' : 'masjid'
      const id = { slot: null, id: chosen?.requestId ?? null, 'wrong id': randomUUID() }
      return call({
        name: answers[from][answer],
        slot: chosen ? nameOf(chosen.slot, proposal) : anySlot(world, proposal),
        khateebUid: chosen?.khateebUid ?? must(pick(world.khateebs, proposal)).uid,
        requestId: by === 'id' || by === 'wrong id' ? id[by] : null,
      })
    },
)

const releasing = drawn(
  fc.record({
    name: fc.constantFrom('remove_khateeb' as const, 'withdraw_khateeb' as const),
    among: fc.constantFrom('current', 'current', 'current', 'current', 'all', 'all', 'any'),
    assignment: nth,
    by: fc.constantFrom('slot', 'id', 'another id'),
    another: nth,
    byHimself: fc.nat({ max: 4 }).map((it) => it > 0),
  }),
  'release',
  ({ name, among, assignment, by, another, byHimself }) =>
    (history, world) => {
      const { assignments } = history
      const current = orAll(
        assignments.filter((it) => it.end === null),
        assignments,
      )
      const chosen = pick(among === 'current' ? current : among === 'all' ? assignments : [], assignment)
      if (chosen === undefined && among !== 'any') return leadOn(history, world, assignment)
      const slot = chosen ? nameOf(chosen.slot, another) : anySlot(world, assignment)
      const others = assignments.filter((it) => it !== chosen)
      const stale = pick(others, another)?.assignmentId ?? randomUUID()
      const assignmentId = by === 'slot' ? null : by === 'id' ? (chosen?.assignmentId ?? null) : stale
      if (name === 'remove_khateeb') return call({ name, slot, assignmentId })
      const somebody = must(pick(world.khateebs, another)).uid
      const khateebUid = byHimself ? (chosen?.khateebUid ?? somebody) : somebody
      return call({ name, slot, khateebUid, assignmentId })
    },
)

const takingAway = drawn(
  fc.record({ among: fc.constantFrom('all', 'all', 'any'), slot: nth }),
  'remove slot',
  ({ among, slot }) =>
    (history, world) => {
      const chosen = among === 'all' ? pick(history.slots, slot) : undefined
      return call({ name: 'remove_slot', slot: chosen ? nameOf(chosen, slot) : anySlot(world, slot) })
    },
)

const posting = drawn(
  fc.record({
    masjid: nth,
    date: fc.constantFrom(...dates),
    times: fc.array(nth, { minLength: 1, maxLength: 4 }),
  }),
  'post',
  ({ masjid, date, times }) =>
    (_, world) => {
      const { uid: masjidUid, times: known } = must(pick(world.masjids, masjid))
      return call({ name: 'add_khutbah', masjidUid, date, times: times.map((it) => must(pick(known, it))) })
    },
)

const notifying = drawn(
  fc.record({ known: fc.boolean(), number: nth, khateeb: nth }),
  'notify',
  ({ known, number, khateeb }) =>
    (history, world) => {
      const chosen = known ? pick(history.assignments, number) : undefined
      const { khutbahDate: date, khutbahTime: time } = chosen?.slot ?? anySlot(world, number)
      const khateebUid = chosen?.khateebUid ?? must(pick(world.khateebs, khateeb)).uid
      return call({ name: 'notify_masjid', khateebUid, date, time })
    },
)

/** A second before a slot's start, its start itself, or the first moment after it. */
const waiting = drawn(
  fc.record({ slot: nth, by: fc.constantFrom(-1_000, 0, 1) }),
  'wait',
  ({ slot, by }) =>
    (history) => {
      const upcoming = history.slots.filter((it) => history.isUpcoming(it))
      const starts = upcoming.map((it) => it.startsAt).toSorted((a, b) => a - b)
      // The nearest ones, most of the time: who waits for the last slot has nothing left to do.
      const chosen = pick(starts.slice(0, 1 + (slot % 8)), slot)
      return { kind: 'wait', until: (chosen ?? history.now) + by }
    },
)

const expiring = fc.constant<Drawn>({ says: 'expire', choose: () => ({ kind: 'expire' }) })

/** Every act, the commoner ones more often. */
export const acts: readonly fc.Arbitrary<Drawn>[] = [
  ...Array.from({ length: 8 }, () => proposing),
  ...Array.from({ length: 10 }, () => deciding),
  ...Array.from({ length: 3 }, () => insisting),
  ...Array.from({ length: 3 }, () => releasing),
  takingAway,
  posting,
  waiting,
  notifying,
  expiring,
]
