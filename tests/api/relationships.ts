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

/** A change after the initial state was set up. */
type Transition = (fixture: Fixture, scenario: Scenario) => Promise<unknown>

interface Definition {
  readonly initial: SlotState
  readonly transition?: Transition
  /** When the masjid may see the khateeb's phone; never if undefined. */
  readonly phone?: 'while requested' | 'around the khutbah'
  /** The suspended or deleted account: its sessions have ended and calls do not find it. */
  readonly closed?: 'khateeb' | 'masjid'
  /** Rare relationships are tested in full only by `npm run verify`. */
  readonly rare?: true
}

const signInKhateeb = ({ app, khateeb }: Fixture) => withPermanentSession(app, khateeb)
const signInMasjid = ({ app, masjid }: Fixture) => withPermanentSession(app, masjid)

const withdraw: Transition = async (fixture, { slot }) =>
  (await signInKhateeb(fixture)).client.call(withdrawKhateeb, {
    khateebUid: 'me',
    ...slot,
    reason: 'A journey.',
  })
const revoke: Transition = async (fixture, { slot }) =>
  (await signInKhateeb(fixture)).client.call(revokeSentRequest, { khateebUid: 'me', ...slot })
const reject: Transition = async (fixture, { slot, khateebUid }) =>
  (await signInMasjid(fixture)).client.call(rejectRequest, { requesterId: khateebUid, ...slot })
const remove: Transition = async (fixture, { slot }) =>
  (await signInMasjid(fixture)).client.call(removeKhateeb, slot)
const removeTheSlot: Transition = async (fixture, { slot }) =>
  (await signInMasjid(fixture)).client.call(removeSlot, slot)
const blockKhateeb: Transition = async (fixture, { khateebUid }) =>
  (await signInMasjid(fixture)).client.call(blockAccount, { masjidUid: 'me', khateebUid })
const blockMasjid: Transition = async (fixture, { masjidUid }) =>
  (await signInKhateeb(fixture)).client.call(blockAccount, { khateebUid: 'me', masjidUid })
const deleteKhateeb: Transition = async (fixture) =>
  (await signInKhateeb(fixture)).client.call(deleteAccount, { password })
const approveRival: Transition = async (fixture, { slot }) => {
  const { otherKhateeb: another } = fixture
  const { client } = await withPermanentSession(fixture.app, another)
  await client.call(requestToLead, { khateebId: 'me', ...slot })
  await (await signInMasjid(fixture)).client.call(approveRequest, { requesterId: another.uid, ...slot })
}
const suspend =
  (who: 'khateeb' | 'masjid'): Transition =>
  ({ app, [who]: { uid } }) =>
    app.database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'suspend', on: true }))

/** Relationships between the khateeb and the masjid, by name. */
const definitions = {
  open: { initial: 'open' },
  invited: { initial: 'invited' },
  requested: { initial: 'requested', phone: 'while requested' },
  rejected: { initial: 'requested', transition: reject },
  confirmed: { initial: 'confirmed', phone: 'around the khutbah' },
  removed: { initial: 'confirmed', transition: remove },
  withdrawn: { initial: 'confirmed', transition: withdraw, rare: true },
  revoked: { initial: 'requested', transition: revoke, rare: true },
  'rival approved': { initial: 'requested', transition: approveRival, rare: true },
  'slot removed while pending': { initial: 'requested', transition: removeTheSlot, rare: true },
  'slot removed while confirmed': { initial: 'confirmed', transition: removeTheSlot, rare: true },
  'khateeb blocked while pending': { initial: 'requested', transition: blockKhateeb, rare: true },
  // A block does not end an assignment.
  'masjid blocked while confirmed': {
    initial: 'confirmed',
    transition: blockMasjid,
    phone: 'around the khutbah',
    rare: true,
  },
  'khateeb suspended while pending': {
    initial: 'requested',
    transition: suspend('khateeb'),
    closed: 'khateeb',
    rare: true,
  },
  'khateeb suspended while confirmed': {
    initial: 'confirmed',
    transition: suspend('khateeb'),
    closed: 'khateeb',
    rare: true,
  },
  'masjid suspended while invited': {
    initial: 'invited',
    transition: suspend('masjid'),
    closed: 'masjid',
    rare: true,
  },
  'masjid suspended while confirmed': {
    initial: 'confirmed',
    transition: suspend('masjid'),
    closed: 'masjid',
    rare: true,
  },
  'khateeb deleted': { initial: 'confirmed', transition: deleteKhateeb, closed: 'khateeb', rare: true },
} as const satisfies Readonly<Record<string, Definition>>

export type Relationship = keyof typeof definitions

export const relationships = Object.keys(definitions).filter((it): it is Relationship => it in definitions)

/** Each of these gets only a share of the test cases, unless this is `npm run verify`. */
export const rareRelationships = relationships.filter((it) => definitionOf(it).rare === true)

function definitionOf(relationship: Relationship): Definition {
  return definitions[relationship]
}

/** Which account is suspended or deleted; null if neither. */
export function closedAccountIn(relationship: Relationship): 'khateeb' | 'masjid' | null {
  return definitionOf(relationship).closed ?? null
}

/** Sets up a relationship, months before the khutbah, with the masjid in a time zone (IANA name). */
export async function setUpRelationship(
  fixture: Fixture,
  relationship: Relationship,
  zone: string,
): Promise<Scenario> {
  await fixture.app.setNow(`${friday.slice(0, 4)}-06-01T12:00:00Z`)
  const { initial, transition } = definitionOf(relationship)
  const scenario = await setUpScenario(fixture, initial)
  const { reader } = fixture.app.database
  await reader.updateTable('masjids').set({ time_zone: zone }).where('uid', '=', fixture.masjid.uid).execute()
  await reader
    .updateTable('slots')
    .set({ starts_at: instantAt(0, slotTime, zone) })
    .execute()
  await transition?.(fixture, scenario)
  return scenario
}

/** Whether the masjid may see the khateeb's phone, `day` days from the khutbah's date, at a local time HH:MM. */
export function masjidMaySeePhone(relationship: Relationship, day: number, wallClock: string): boolean {
  const { phone } = definitionOf(relationship)
  if (phone === 'while requested') return isUpcoming(day, wallClock)
  return phone === 'around the khutbah' && Math.abs(day) <= 3
}
