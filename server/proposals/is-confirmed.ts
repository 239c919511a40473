import type { Queryable } from '../database/database.ts'

/** The assignments to look for. A missing field matches all assignments. */
interface ConfirmationQuery {
  readonly masjidUid?: string | undefined
  readonly slotId?: string | undefined
  /** YYYY-MM-DD. */
  readonly date?: string | undefined
  /** HH:MM. */
  readonly time?: string | undefined
}

/** Whether a khateeb is confirmed for a slot that matches the query. */
export async function isConfirmed(
  reader: Queryable,
  khateebUid: string,
  { masjidUid, slotId, date, time }: ConfirmationQuery,
): Promise<boolean> {
  const confirmed = reader
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .where('a.khateeb_uid', '=', khateebUid)
    .where('a.ended_at', 'is', null)
    .$if(masjidUid !== undefined, (query) => query.where('a.masjid_uid', '=', masjidUid ?? ''))
    .$if(slotId !== undefined, (query) => query.where('s.id', '=', slotId ?? ''))
    .$if(date !== undefined, (query) => query.where('s.date', '=', date ?? ''))
    .$if(time !== undefined, (query) => query.where('s.time', '=', time ?? ''))
    .select('a.id')
    .limit(1)
  return (await confirmed.executeTakeFirst()) !== undefined
}
