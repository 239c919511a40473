import { type InferResult, sql } from 'kysely'
import type { getSlotHistory } from '../../contract/audit.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { SlotEvent } from '../database/audit-events.ts'
import type { Queryable } from '../database/database.ts'
import { defaultPageSize, pageOf, readCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import { isoInstant, wallClockColumns } from '../sql-fragments/instants.ts'
import { accountInHistory, formerKhateeb, khateebName } from '../sql-fragments/names-and-times.ts'
import { slotReferenceColumns } from '../sql-fragments/slot-columns.ts'

/** A page of the audit of a masjid's slots, newest first. Sets the cursor of the next page. */
export async function slotHistory(
  context: SignedInContext,
  { uid, date, limit = defaultPageSize, cursor }: InputOf<typeof getSlotHistory>,
): Promise<OutputOf<typeof getSlotHistory>> {
  const before = readCursor(cursor, 'entry')?.[0]
  const rows = await entriesOf(context.database.reader, uid, date, before)
    .limit(limit + 1)
    .execute()
  return pageOf(context, rows, limit, ({ id }) => [Number(id), uid]).map((row) => ({
    at: row.at,
    wallClock: { date: row.wallDate, time: row.wallTime },
    event: row.event,
    by: { role: row.byRole, name: nameOfActor(row) },
    slotId: row.slotId,
    khutbahDate: row.khutbahDate,
    khutbahTime: row.khutbahTime,
    startsAt: row.startsAt,
    khateeb:
      row.khateebUid === null
        ? null
        : accountInHistory(
            { uid: row.khateebUid, name: row.khateeb, hidden: row.khateebHidden },
            formerKhateeb,
          ),
    reason: row.reason,
  }))
}

/** @param before only entries older than the one with this id */
function entriesOf(reader: Queryable, masjidUid: string, date?: string, before?: string | number) {
  return reader
    .selectFrom('audit as e')
    .innerJoin('slots as s', 's.id', 'e.slot_id')
    .innerJoin('masjids as m', 'm.uid', 'e.masjid_uid')
    .leftJoin('khateebs as k', 'k.uid', 'e.khateeb_uid')
    .leftJoin('khateebs as b', 'b.uid', 'e.by_uid')
    .leftJoin('assignments as a', 'a.id', 'e.assignment_id')
    .where('e.masjid_uid', '=', masjidUid)
    .$if(date !== undefined, (query) => query.where('s.date', '=', date ?? ''))
    .$if(before !== undefined, (query) => query.where('e.id', '<', String(before)))
    .orderBy('e.id', 'desc')
    .select((eb) => [
      'e.id',
      isoInstant(eb.ref('e.happened_at')).as('at'),
      ...wallClockColumns(eb.ref('e.happened_at'), eb.ref('m.time_zone')),
      // The join with `slots` leaves only slot events.
      sql<SlotEvent>`e.event`.as('event'),
      'e.by_role as byRole',
      'm.masjid_name as masjid',
      khateebName('b').$castTo<string | null>().as('byKhateeb'),
      ...slotReferenceColumns('s'),
      isoInstant(eb.ref('s.starts_at')).as('startsAt'),
      'e.khateeb_uid as khateebUid',
      // Null for a deleted account.
      'k.hidden as khateebHidden',
      khateebName('k').$castTo<string | null>().as('khateeb'),
      // An assignment has several events: only its end has a reason.
      eb
        .case()
        .when('e.event', '=', 'khateeb_withdrew')
        .then(eb.ref('a.withdrawal_reason'))
        .end()
        .as('reason'),
    ])
}

type Row = InferResult<ReturnType<typeof entriesOf>>[number]

function nameOfActor({ byRole, masjid, byKhateeb }: Row): string | null {
  if (byRole === 'masjid') return masjid
  return byRole === 'khateeb' ? (byKhateeb ?? formerKhateeb) : null
}
