import type { Reader } from '../database/database.ts'

interface ConfirmationQuery {
  readonly khateebUid: string
  /** YYYY-MM-DD. */
  readonly date: string
  /** If given, only this masjid counts. */
  readonly masjidUid?: string
  /** If given, only this time (HH:MM) counts. */
  readonly time?: string
}

/** Whether a khateeb is confirmed on a date. */
export async function isConfirmed(reader: Reader, query: ConfirmationQuery): Promise<boolean> {
  const { khateebUid, date, masjidUid, time } = query
  let confirmed = reader
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .where('a.khateeb_uid', '=', khateebUid)
    .where('a.ended_at', 'is', null)
    .where('s.date', '=', date)
  if (masjidUid !== undefined) confirmed = confirmed.where('a.masjid_uid', '=', masjidUid)
  if (time !== undefined) confirmed = confirmed.where('s.time', '=', time)
  return (await confirmed.select('a.id').limit(1).executeTakeFirst()) !== undefined
}
