import { removeKhateeb } from '../../contract/assignments.ts'
import { blockAccount } from '../../contract/blocks.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { password } from '../runtime/people.ts'
import { withPermanentSession } from '../runtime/session.ts'
import { confirmKhateeb, friday, rejectKhateeb, revokeRequest, withdrawFrom } from '../runtime/slots.ts'
import type { Fixture } from './fixture.ts'
import { type Scenario, type SlotState, setUpScenario } from './scenario.ts'
import { instantAt, isUpcoming, slotTime } from './slot-timeline.ts'

/** A change to the initial state. */
type Transition = (fixture: Fixture, scenario: Scenario) => Promise<unknown>

interface Definition {
  readonly initial: SlotState
  readonly transition?: Transition
  /** When the masjid may see the khateeb's phone; never if undefined. */
  readonly phone?: 'while requested' | 'around the khutbah'
  /** The suspended or deleted account. Its sessions have ended, and calls do not find it. */
  readonly suspendedOrDeleted?: 'khateeb' | 'masjid'
  readonly rare?: true
}

const signInKhateeb = (fixture: Fixture) => withPermanentSession(fixture, fixture.khateeb)
const signInMasjid = (fixture: Fixture) => withPermanentSession(fixture, fixture.masjid)

const withdraw: Transition = async (fixture, { slot }) => withdrawFrom(await signInKhateeb(fixture), slot)
const revoke: Transition = async (fixture, { slot }) => revokeRequest(await signInKhateeb(fixture), slot)
const reject: Transition = async (fixture, { slot }) =>
  rejectKhateeb(await signInMasjid(fixture), fixture.khateeb, slot)
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
  const rival = await withPermanentSession(fixture, fixture.otherKhateeb)
  await confirmKhateeb(await signInMasjid(fixture), rival, slot)
}
const suspend =
  (who: 'khateeb' | 'masjid'): Transition =>
  ({ database, [who]: { uid } }) =>
    database.transaction((tx) => runOperatorCommand(tx, { uid }, { kind: 'suspend', on: true }))

/** Defines a relationship that only `npm run verify` tests in full. */
function defineRare(
  initial: SlotState,
  transition: Transition,
  rest: Pick<Definition, 'phone' | 'suspendedOrDeleted'> = {},
): Definition {
  return { initial, transition, rare: true, ...rest }
}

/** Relationships between the khateeb and the masjid, by name. */
const definitions = {
  open: { initial: 'open' },
  invited: { initial: 'invited' },
  requested: { initial: 'requested', phone: 'while requested' },
  rejected: { initial: 'requested', transition: reject },
  confirmed: { initial: 'confirmed', phone: 'around the khutbah' },
  removed: { initial: 'confirmed', transition: remove },
  withdrawn: defineRare('confirmed', withdraw),
  revoked: defineRare('requested', revoke),
  'rival approved': defineRare('requested', approveRival),
  'slot removed while pending': defineRare('requested', removeTheSlot),
  'slot removed while confirmed': defineRare('confirmed', removeTheSlot),
  'khateeb blocked while pending': defineRare('requested', blockKhateeb),
  // A block does not end an assignment.
  'masjid blocked while confirmed': defineRare('confirmed', blockMasjid, { phone: 'around the khutbah' }),
  'khateeb suspended while pending': defineRare('requested', suspend('khateeb'), {
    suspendedOrDeleted: 'khateeb',
  }),
  'khateeb suspended while confirmed': defineRare('confirmed', suspend('khateeb'), {
    suspendedOrDeleted: 'khateeb',
  }),
  'masjid suspended while invited': defineRare('invited', suspend('masjid'), {
    suspendedOrDeleted: 'masjid',
  }),
  'masjid suspended while confirmed': defineRare('confirmed', suspend('masjid'), {
    suspendedOrDeleted: 'masjid',
  }),
  'khateeb deleted': defineRare('confirmed', deleteKhateeb, { suspendedOrDeleted: 'khateeb' }),
} as const satisfies Readonly<Record<string, Definition>>

export type Relationship = keyof typeof definitions

export const relationships = Object.keys(definitions).filter((it): it is Relationship => it in definitions)

/** The rare relationships. Outside `npm run verify`, each of them gets only a share of the test cases. */
export const rareRelationships = relationships.filter((it) => definitionOf(it).rare === true)

function definitionOf(relationship: Relationship): Definition {
  return definitions[relationship]
}

/** Returns which account is suspended or deleted. Null if neither is. */
export function suspendedOrDeletedSide(relationship: Relationship): 'khateeb' | 'masjid' | null {
  return definitionOf(relationship).suspendedOrDeleted ?? null
}

/** Sets up a relationship, months before the khutbah, with the masjid in a time zone (IANA name). */
export async function setUpRelationship(
  fixture: Fixture,
  relationship: Relationship,
  zone: string,
): Promise<Scenario> {
  await fixture.setNow(`${friday.slice(0, 4)}-06-01T12:00:00Z`)
  const { initial, transition } = definitionOf(relationship)
  const scenario = await setUpScenario(fixture, initial)
  const { db } = fixture.database
  await db.updateTable('masjids').set({ time_zone: zone }).where('uid', '=', fixture.masjid.uid).execute()
  await db
    .updateTable('slots')
    .set({ starts_at: instantAt(0, slotTime, zone) })
    .execute()
  // Make it look as if the masjid had always been in this zone. `agreed_starts_at` is null if the khateeb has agreed to the slot's current
  // start.
  await db.updateTable('assignments').set({ agreed_starts_at: null, awaits_reconfirmation: false }).execute()
  await transition?.(fixture, scenario)
  return scenario
}

/**
 * Returns whether the masjid may see the khateeb's phone, `day` days after the khutbah's date (before it, if `day` is negative), at the
 * local time `wallClock` (HH:MM).
 */
export function masjidMaySeePhone(relationship: Relationship, day: number, wallClock: string): boolean {
  const { phone } = definitionOf(relationship)
  if (phone === 'while requested') return isUpcoming(day, wallClock)
  return phone === 'around the khutbah' && Math.abs(day) <= 3
}
