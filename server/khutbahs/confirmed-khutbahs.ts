import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { iso, now, type Reader } from '../database/database.ts'
import { slotTime } from '../fragments/names-and-times.ts'

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
      's.id as slotId',
      's.date',
      slotTime('s').as('time'),
      'a.starts_at as startsAt',
      'a.id as assignmentId',
      'm.uid as masjidUid',
      'm.masjid_name as masjidName',
      'm.hidden as masjidSuspended',
      'm.city',
    ])
    .execute()
  return rows.map((row) => ({ ...row, time: { time: row.time }, startsAt: iso(row.startsAt) }))
}
