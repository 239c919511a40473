import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { FailureCode } from '../../contract/failures.ts'
import type {
  removeSlot as removeSlotEndpoint,
  removeSlots as removeSlotsEndpoint,
} from '../../contract/khutbahs.ts'
import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { khateebsOfSlots } from '../letters/khateebs-of-slots.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { nameOfActor } from '../news/name-of-actor.ts'
import { type AddressedNews, queueNews } from '../news/queue-news.ts'
import { auditEntriesOfClosedProposals, closeProposals } from '../proposals/close-proposals.ts'
import { assignmentEnd } from '../proposals/end-assignment.ts'
import { lockSlot } from '../proposals/lock-and-load.ts'
import { proposedStarts } from '../proposals/proposed-starts.ts'
import { lockSlotsToChange } from './lock-slots-to-change.ts'
import { lockUpcomingSlots } from './lock-upcoming-slots.ts'

/** Removes a slot. Ends its assignment, closes its proposals, and queues the news. */
export async function removeSlot(
  tx: Tx,
  { seenAssignments, ...reference }: InputOf<typeof removeSlotEndpoint>,
  by: PartyActor,
): Promise<{ readonly changed: boolean }> {
  const slot = await lockSlot(tx, reference)
  if (slot.removed) return { changed: false }
  const moment = await tx.selectNoFrom(databaseNow.as('now')).executeTakeFirstOrThrow()
  if (!isUpcoming(slot.startsAt, moment.now)) throw new Failure('slot_past')
  await refuseUnseenAssignments(tx, [slot.slotId], seenAssignments)
  await queueNews(tx, await removeSlots(tx, by, [slot.slotId], 'slot_removed'))
  return { changed: true }
}

/** Removes several slots, all or none. */
export async function removeSeveralSlots(
  tx: Tx,
  { masjidUid, slotIds, seenAssignments }: InputOf<typeof removeSlotsEndpoint>,
  by: PartyActor,
): Promise<Omit<OutputOf<typeof removeSlotsEndpoint>, 'by'>> {
  const slots = await lockSlotsToChange(tx, masjidUid, slotIds)
  const ids = slots.filter(({ removed }) => !removed).map(({ slotId }) => slotId)
  await refuseUnseenAssignments(tx, ids, seenAssignments)
  await queueNews(tx, await removeSlots(tx, by, ids, 'slot_removed'))
  return { changed: ids.length > 0, removed: ids.length }
}

/**
 * Throws `assignment_changed` if one of these locked slots has an assignment that is not in `seen`. Checks nothing if `seen` is undefined.
 */
async function refuseUnseenAssignments(
  tx: Tx,
  slotIds: readonly string[],
  seen: readonly string[] | undefined,
): Promise<void> {
  if (seen === undefined) return
  const unseen = await tx
    .selectFrom('assignments')
    .where(isOneOf('slot_id', slotIds))
    .where('ended_at', 'is', null)
    .where(sql<boolean>`id <> all(${seen}::uuid[])`)
    .orderBy('slot_id')
    .select('slot_id as slotId')
    .executeTakeFirst()
  if (unseen !== undefined) throw new Failure('assignment_changed', { about: unseen })
}

/**
 * Removes all upcoming slots of a masjid whose account is being deleted. Returns the news for the khateebs.
 * @param missing the failure to throw if the account was deleted since the call began
 */
export async function removeUpcomingSlots(
  tx: Tx,
  by: PartyActor,
  missing: FailureCode,
): Promise<AddressedNews[]> {
  // Posting a khutbah also locks this row. So no slot can be posted after the others were removed.
  const masjid = tx.selectFrom('masjids').where('uid', '=', by.uid).select('uid').forUpdate()
  await masjid.executeTakeFirstOrThrow(() => new Failure(missing))
  const slots = await lockUpcomingSlots(tx, by.uid)
  const slotIds = slots.map((it) => it.slotId)
  return removeSlots(tx, by, slotIds, 'masjid_left')
}

/**
 * Removes slots of a masjid, ends their assignments and closes their proposals. The transaction must have locked these slots.
 * Returns the news for the affected khateebs, and for members who got the calendar event of an ended assignment in a letter.
 */
export async function removeSlots(
  tx: Tx,
  by: PartyActor,
  slotIds: readonly string[],
  kind: 'slot_removed' | 'masjid_left',
): Promise<AddressedNews[]> {
  if (slotIds.length === 0) return []
  await tx.updateTable('slots').set({ removed_at: databaseNow }).where(isOneOf('id', slotIds)).execute()
  const closed = await closeProposals(tx, isOneOf('p.slot_id', slotIds))
  const closedIds = closed.map((it) => it.proposalId)
  // Read these before the assignments end: the end erases the starts that the khateebs agreed to.
  const affected = await khateebsOfSlots(tx, {
    assignments: sql<boolean>`${isOneOf('slot_id', slotIds)} and ended_at is null`,
    proposals: isOneOf('id', closedIds),
  })
  const released = await tx
    .updateTable('assignments')
    .set({ ...assignmentEnd, end_reason: 'slot_removed' })
    .where(isOneOf('slot_id', slotIds))
    .where('ended_at', 'is', null)
    .returning(['id as assignmentId', 'slot_id as slotId', 'khateeb_uid as khateebUid'])
    .execute()
  const masjidUid = by.uid
  await recordAudit(tx, by, [
    ...slotIds.map((slotId) => ({ event: 'slot_removed', masjidUid, slotId }) as const),
    ...released.map((it) => ({ event: 'khateeb_released', masjidUid, ...it }) as const),
    ...auditEntriesOfClosedProposals(closed),
  ])
  const startWhenProposed = await proposedStarts(tx, closedIds)
  // Only the news for the masjid's own members has the name of the actor. The members of a deleted masjid get no news.
  const memberName = kind === 'slot_removed' ? await nameOfActor(tx, by) : undefined
  return affected.flatMap(({ khateebUid, name, was, rowId, agreedStart, ...slot }): AddressedNews[] => {
    const from = agreedStart ?? startWhenProposed.get(rowId)
    const about = { occasion: slotInLetter(slot), khateebUid, khateebName: name }
    const forKhateeb: AddressedNews = {
      partyUid: khateebUid,
      news: { kind, props: { ...about, was, ...(from && { from }) } },
    }
    if (was !== 'confirmed' || memberName === undefined) return [forKhateeb]
    const props = { ...about, memberName }
    return [forKhateeb, { partyUid: masjidUid, news: { kind: 'you_removed_slot', props } }]
  })
}

/** Returns an SQL condition that binds all ids as one value, because a masjid may have thousands of slots. */
function isOneOf(column: string, ids: readonly string[]) {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`
}
