import { sql } from 'kysely'
import type { FailureCode } from '../../contract/failures.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import type { AddressedNews } from '../news/queue-news.ts'
import { auditEntriesOfClosedProposals, closeProposals } from './close-proposals.ts'
import { assignmentEnd } from './end-assignment.ts'
import { lockKhateeb } from './lock-and-load.ts'
import { slotsWithMasjids } from './slots-with-masjids.ts'

/**
 * Ends a khateeb's upcoming assignments and closes his pending proposals, because his account is being deleted. Returns the news for the
 * masjids, soonest slot first. Locks the khateeb and then the slots, as every transaction does. So a concurrent confirmation either commits
 * first, and its assignment ends here, or it fails because the khateeb no longer exists.
 * @param missing the failure to throw if the account was deleted after the call began
 */
export async function cancelKhateebBookings(
  tx: Tx,
  by: PartyActor,
  missing: FailureCode,
): Promise<AddressedNews[]> {
  const khateebUid = by.uid
  const khateeb = await lockKhateeb(tx, khateebUid, missing)
  const slots = await lockUpcomingSlots(tx, khateebUid)
  if (slots.length === 0) return []
  const slotIds = slots.map((it) => it.slotId)
  const ended = await tx
    .updateTable('assignments')
    .set({ ...assignmentEnd, end_reason: 'withdrawn' })
    .where('khateeb_uid', '=', khateebUid)
    .where('slot_id', 'in', slotIds)
    .where('ended_at', 'is', null)
    .returning(['id as assignmentId', 'slot_id as slotId', 'masjid_uid as masjidUid'])
    .execute()
  const closed = await closeProposals(
    tx,
    sql<boolean>`p.khateeb_uid = ${khateebUid} and p.slot_id = any(${slotIds}::uuid[])`,
  )
  await recordAudit(tx, by, [
    ...ended.map((it) => ({ event: 'khateeb_left', khateebUid, ...it }) as const),
    ...auditEntriesOfClosedProposals(closed),
  ])
  const roles = [
    ...ended.map(({ slotId }) => ({ slotId, was: 'confirmed' }) as const),
    ...closed.map(({ slotId, direction }) => ({ slotId, was: direction }) as const),
  ]
  const soonestFirst = slots.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  return soonestFirst.flatMap((slot) =>
    roles
      .filter((it) => it.slotId === slot.slotId)
      .map(({ was }) => {
        const props = { occasion: slotInLetter(slot), khateebUid, khateebName: khateeb.name, was }
        return { partyUid: slot.masjidUid, news: { kind: 'khateeb_left', props } } as const
      }),
  )
}

/**
 * Locks the upcoming slots for which the khateeb is confirmed or has a pending proposal. Locks them in the order of their ids, as every
 * transaction does, to prevent deadlocks. Reads the masjids only after that: a masjid may have moved while this transaction waited.
 */
async function lockUpcomingSlots(tx: Tx, khateebUid: string) {
  const locked = await tx
    .selectFrom('slots as s')
    .where('s.starts_at', '>=', databaseNow)
    .where(
      sql<boolean>`s.id in (
        select slot_id from assignments where khateeb_uid = ${khateebUid} and ended_at is null
        union all
        select slot_id from proposals where khateeb_uid = ${khateebUid} and state = 'pending')`,
    )
    .orderBy('s.id')
    .select('s.id')
    .forNoKeyUpdate()
    .execute()
  const ids = locked.map(({ id }) => id)
  return slotsWithMasjids(tx)
    .where(sql<boolean>`s.id = any(${ids}::uuid[])`)
    .select('s.starts_at as startsAt')
    .execute()
}
