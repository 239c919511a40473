import { databaseNow, type Tx } from '../database/database.ts'
import { slotColumns } from '../sql-fragments/slot-columns.ts'

export type UpcomingSlot = Awaited<ReturnType<typeof lockUpcomingSlots>>[number]

/** Locks a masjid's upcoming slots in the order of their ids. Every transaction uses this order, so deadlocks cannot occur. */
export function lockUpcomingSlots(tx: Tx, masjidUid: string) {
  return tx
    .selectFrom('slots as s')
    .where('s.masjid_uid', '=', masjidUid)
    .where('s.starts_at', '>=', databaseNow)
    .where('s.removed_at', 'is', null)
    .orderBy('s.id')
    .forNoKeyUpdate()
    .select([...slotColumns('s'), 's.starts_at as startsAt'])
    .execute()
}
