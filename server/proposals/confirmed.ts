import type { Reader } from '../database/database.ts'

/** Whether a khateeb is confirmed anywhere for a date, YYYY-MM-DD, and time, HH:MM. */
export async function isConfirmedAt(
  reader: Reader,
  khateebUid: string,
  date: string,
  time: string,
): Promise<boolean> {
  const found = await reader
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .where('a.khateeb_uid', '=', khateebUid)
    .where('a.ended_at', 'is', null)
    .where('s.date', '=', date)
    .where('s.time', '=', time)
    .select('a.id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
