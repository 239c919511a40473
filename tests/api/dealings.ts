import { deleteAccount } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import {
  approveRequest,
  blockAccount,
  rejectRequest,
  removeKhateeb,
  requestToLead,
  revokeSentRequest,
  withdrawKhateeb,
} from '../../contract/proposals.ts'
import { operate } from '../../server/identity/operate.ts'
import { password } from '../runtime/people.ts'
import { signedInForGood } from '../runtime/session.ts'
import { friday } from '../runtime/slots.ts'
import { at, isUpcoming, time } from './moments.ts'
import { type Stage, type State, setStage, type World } from './world.ts'

/** What becomes of a stage that was set. */
type Turn = (world: World, stage: Stage) => Promise<unknown>

interface Kind {
  readonly begins: State
  readonly turn?: Turn
  /** When the masjid may see his phone; never, where it isn't said. */
  readonly phone?: 'while he asks' | 'around the day'
  /** Whose account is closed: his sessions are over, and nobody finds him. */
  readonly closed?: 'khateeb' | 'masjid'
  /** What is rarer, and in the short form not tried in full. */
  readonly rare?: true
}

const khateebOf = ({ app, khateeb }: World) => signedInForGood(app, khateeb)
const masjidOf = ({ app, masjid }: World) => signedInForGood(app, masjid)

const withdraws: Turn = async (world, { slot }) =>
  (await khateebOf(world)).client.call(withdrawKhateeb, { khateebUid: 'me', ...slot, reason: 'A journey.' })
const revokes: Turn = async (world, { slot }) =>
  (await khateebOf(world)).client.call(revokeSentRequest, { khateebUid: 'me', ...slot })
const rejects: Turn = async (world, { slot, khateebUid }) =>
  (await masjidOf(world)).client.call(rejectRequest, { requesterId: khateebUid, ...slot })
const removes: Turn = async (world, { slot }) => (await masjidOf(world)).client.call(removeKhateeb, slot)
const takesAway: Turn = async (world, { slot }) => (await masjidOf(world)).client.call(removeSlot, slot)
const masjidBlocks: Turn = async (world, { khateebUid }) =>
  (await masjidOf(world)).client.call(blockAccount, { masjidUid: 'me', khateebUid })
const khateebBlocks: Turn = async (world, { masjidUid }) =>
  (await khateebOf(world)).client.call(blockAccount, { khateebUid: 'me', masjidUid })
const khateebLeaves: Turn = async (world) => (await khateebOf(world)).client.call(deleteAccount, { password })
const choosesAnother: Turn = async (world, { slot }) => {
  const { otherKhateeb: another } = world
  const { client } = await signedInForGood(world.app, another)
  await client.call(requestToLead, { khateebId: 'me', ...slot })
  await (await masjidOf(world)).client.call(approveRequest, { requesterId: another.uid, ...slot })
}
const suspends =
  (who: 'khateeb' | 'masjid'): Turn =>
  ({ app, [who]: { uid } }) =>
    app.database.transaction((tx) => operate(tx, { uid }, { kind: 'suspend', on: true }))

/** What a khateeb and a masjid may have to do with each other: he is … */
const kinds = {
  open: { begins: 'open' },
  invited: { begins: 'invited' },
  requested: { begins: 'requested', phone: 'while he asks' },
  rejected: { begins: 'requested', turn: rejects },
  confirmed: { begins: 'confirmed', phone: 'around the day' },
  removed: { begins: 'confirmed', turn: removes },
  withdrawn: { begins: 'confirmed', turn: withdraws, rare: true },
  'not asking any more': { begins: 'requested', turn: revokes, rare: true },
  'not the one who was chosen': { begins: 'requested', turn: choosesAnother, rare: true },
  'without the slot he asked for': { begins: 'requested', turn: takesAway, rare: true },
  'without the slot he was confirmed for': { begins: 'confirmed', turn: takesAway, rare: true },
  'blocked as he asks': { begins: 'requested', turn: masjidBlocks, rare: true },
  // What is confirmed stays.
  'confirmed where he then blocks': {
    begins: 'confirmed',
    turn: khateebBlocks,
    phone: 'around the day',
    rare: true,
  },
  'suspended as he asks': { begins: 'requested', turn: suspends('khateeb'), closed: 'khateeb', rare: true },
  'suspended while confirmed': {
    begins: 'confirmed',
    turn: suspends('khateeb'),
    closed: 'khateeb',
    rare: true,
  },
  'invited by a masjid that is suspended': {
    begins: 'invited',
    turn: suspends('masjid'),
    closed: 'masjid',
    rare: true,
  },
  'confirmed by a masjid that is suspended': {
    begins: 'confirmed',
    turn: suspends('masjid'),
    closed: 'masjid',
    rare: true,
  },
  'gone for good': { begins: 'confirmed', turn: khateebLeaves, closed: 'khateeb', rare: true },
} as const satisfies Readonly<Record<string, Kind>>

export type Dealing = keyof typeof kinds

export const dealings = Object.keys(kinds).filter((it): it is Dealing => it in kinds)

/** Those that the short form tries in turn, and not each with everything. */
export const rareDealings = dealings.filter((it) => kindOf(it).rare === true)

function kindOf(dealing: Dealing): Kind {
  return kinds[dealing]
}

/** Whose account is closed; null where both are open. */
export function closedIn(dealing: Dealing): 'khateeb' | 'masjid' | null {
  return kindOf(dealing).closed ?? null
}

/** Sets the stage, long before the khutbah, with the masjid in a zone. */
export async function begin(world: World, dealing: Dealing, zone: string): Promise<Stage> {
  await world.app.setNow(`${friday.slice(0, 4)}-06-01T12:00:00Z`)
  const { begins, turn } = kindOf(dealing)
  const stage = await setStage(world, begins)
  const { reader } = world.app.database
  await reader.updateTable('masjids').set({ time_zone: zone }).where('uid', '=', world.masjid.uid).execute()
  await reader
    .updateTable('slots')
    .set({ starts_at: at(0, time, zone) })
    .execute()
  await turn?.(world, stage)
  return stage
}

/** Whether the masjid may see the khateeb's phone on a day, from the khutbah's, at a time. */
export function phoneIsDue(dealing: Dealing, day: number, wallClock: string): boolean {
  const { phone } = kindOf(dealing)
  if (phone === 'while he asks') return isUpcoming(day, wallClock)
  return phone === 'around the day' && Math.abs(day) <= 3
}
