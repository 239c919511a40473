import { databaseNow, type Tx } from '../database/database.ts'
import { slotColumns } from '../sql-fragments/slot-columns.ts'
import { lockForMove } from './lock-for-move.ts'

export type UpcomingSlot = Awaited<ReturnType<typeof lockUpcomingSlots>>[number]

/** Locks a masjid's upcoming slots in the order of their ids. Every transaction uses this order, so deadlocks cannot occur. */
export function lockUpcomingSlots(tx: Tx, masjidUid: string) {
  return selectUpcomingSlots(tx, masjidUid).orderBy('s.id').forNoKeyUpdate().execute()
}

/**
 * Locks the khateebs who are confirmed for a masjid's upcoming slots or have a pending proposal, and then these slots. The transaction must
 * have locked the masjid, so that no slot is posted meanwhile.
 * @returns the slots, and the uids of the khateebs
 */
export async function lockUpcomingSlotsForMove(tx: Tx, masjidUid: string) {
  const upcoming = await selectUpcomingSlots(tx, masjidUid).execute()
  const khateebUids = await lockForMove(
    tx,
    masjidUid,
    upcoming.map((it) => it.slotId),
  )
  return { slots: await lockUpcomingSlots(tx, masjidUid), khateebUids }
}

function selectUpcomingSlots(tx: Tx, masjidUid: string) {
  return tx
    .selectFrom('slots as s')
    .where('s.masjid_uid', '=', masjidUid)
    .where('s.starts_at', '>=', databaseNow)
    .where('s.removed_at', 'is', null)
    .select([...slotColumns('s'), 's.starts_at as startsAt'])
}
