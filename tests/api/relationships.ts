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
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { password } from '../runtime/people.ts'
import { withPermanentSession } from '../runtime/session.ts'
import { friday } from '../runtime/slots.ts'
import { type Fixture, type Scenario, type SlotState, setUpScenario } from './fixture.ts'
import { instantAt, isUpcoming, slotTime } from './slot-timeline.ts'

/** What becomes of a stage that was set. */
type Transition = (fixture: Fixture, scenario: Scenario) => Promise<unknown>

interface Definition {
  readonly begins: SlotState
  readonly turn?: Transition
  /** When the masjid may see his phone; never, where it isn't said. */
  readonly phone?: 'while he asks' | 'around the day'
  /** Whose account is closed: his sessions are over, and nobody finds him. */
  readonly closed?: 'khateeb' | 'masjid'
  /** What is rarer, and in the short form not tried in full. */
  readonly rare?: true
}

const signInKhateeb = ({ app, khateeb }: Fixture) => withPermanentSession(app, khateeb)
const signInMasjid = ({ app, masjid }: Fixture) => withPermanentSession(app, masjid)

const withdraws: Transition = async (fixture, { slot }) =>
  (await signInKhateeb(fixture)).client.call(withdrawKhateeb, {
    khateebUid: 'me',
    ...slot,
    reason: 'A journey.',
  })
const revokes: Transition = async (fixture, { slot }) =>
  (await signInKhateeb(fixture)).client.call(revokeSentRequest, { khateebUid: 'me', ...slot })
const rejects: Transition = async (fixture, { slot, khateebUid }) =>
  (await signInMasjid(fixture)).client.call(rejectRequest, { requesterId: khateebUid, ...slot })
const removes: Transition = async (fixture, { slot }) =>
  (await signInMasjid(fixture)).client.call(removeKhateeb, slot)
const takesAway: Transition = async (fixture, { slot }) =>
  (await signInMasjid(fixture)).client.call(removeSlot, slot)
const masjidBlocks: Transition = async (fixture, { khateebUid }) =>
  (await signInMasjid(fixture)).client.call(blockAccount, { masjidUid: 'me', khateebUid })
const khateebBlocks: Transition = async (fixture, { masjidUid }) =>
  (await signInKhateeb(fixture)).client.call(blockAccount, { khateebUid: 'me', masjidUid })
const khateebLeaves: Transition = async (fixture) =>
  (await signInKhateeb(fixture)).client.call(deleteAccount, { password })
const choosesAnother: Transition = async (fixture, { slot }) => {
  const { otherKhateeb: another } = fixture
  const { client } = await withPermanentSession(fixture.app, another)
  await client.call(requestToLead, { khateebId: 'me', ...slot })
  await (await signInMasjid(fixture)).client.call(approveRequest, { requesterId: another.uid, ...slot })
}
const suspends =
  (who: 'khateeb' | 'masjid'): Transition =>
  ({ app, [who]: { uid } }) =>
    app.database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'suspend', on: true }))

/** What a khateeb and a masjid may have to do with each other: he is … */
const definitions = {
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
} as const satisfies Readonly<Record<string, Definition>>

export type Relationship = keyof typeof definitions

export const relationships = Object.keys(definitions).filter((it): it is Relationship => it in definitions)

/** Those that the short form tries in turn, and not each with everything. */
export const rareRelationships = relationships.filter((it) => definitionOf(it).rare === true)

function definitionOf(relationship: Relationship): Definition {
  return definitions[relationship]
}

/** Whose account is closed; null where both are open. */
export function closedAccountIn(relationship: Relationship): 'khateeb' | 'masjid' | null {
  return definitionOf(relationship).closed ?? null
}

/** Sets the stage, long before the khutbah, with the masjid in a zone. */
export async function setUpRelationship(
  fixture: Fixture,
  relationship: Relationship,
  zone: string,
): Promise<Scenario> {
  await fixture.app.setNow(`${friday.slice(0, 4)}-06-01T12:00:00Z`)
  const { begins, turn } = definitionOf(relationship)
  const scenario = await setUpScenario(fixture, begins)
  const { reader } = fixture.app.database
  await reader.updateTable('masjids').set({ time_zone: zone }).where('uid', '=', fixture.masjid.uid).execute()
  await reader
    .updateTable('slots')
    .set({ starts_at: instantAt(0, slotTime, zone) })
    .execute()
  await turn?.(fixture, scenario)
  return scenario
}

/** Whether the masjid may see the khateeb's phone on a day, from the khutbah's, at a time. */
export function masjidMaySeePhone(relationship: Relationship, day: number, wallClock: string): boolean {
  const { phone } = definitionOf(relationship)
  if (phone === 'while he asks') return isUpcoming(day, wallClock)
  return phone === 'around the day' && Math.abs(day) <= 3
}
