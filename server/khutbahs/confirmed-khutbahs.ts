import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { now, type Reader } from '../database/database.ts'
import { isoInstant } from '../sql-fragments/instants.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { masjidColumns, slotColumns } from '../sql-fragments/slot-columns.ts'

/** A khateeb's confirmed upcoming slots, soonest first; at most `limit` if given. */
export async function confirmedKhutbahs(
  reader: Reader,
  { khateebUid, limit }: InputOf<typeof getMyKhutbahs>,
): Promise<OutputOf<typeof getMyKhutbahs>> {
  const rows = await reader
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .innerJoin('masjids as m', 'm.uid', 'a.masjid_uid')
    .where('a.khateeb_uid', '=', khateebUid)
    .where('a.ended_at', 'is', null)
    .where('a.starts_at', '>=', now)
    .orderBy('a.starts_at')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .select([
      'a.id as assignmentId',
      ...slotColumns('s'),
      ...masjidColumns('m'),
      'm.hidden as masjidSuspended',
      isAwaitingReconfirmation('a').as('awaitsReconfirmation'),
    ])
    .select((eb) => isoInstant(eb.ref('a.starts_at')).as('startsAt'))
    .execute()
  return rows.map(({ time, ...khutbah }) => ({ ...khutbah, time: { time } }))
}
