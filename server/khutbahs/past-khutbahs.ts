import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { getPastKhutbahs } from '../../contract/khutbahs.ts'
import type { Queryable } from '../database/database.ts'
import { comesAfter, defaultPageSize, paginate, readCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import { isoInstant, microsecondsOf } from '../sql-fragments/instants.ts'
import { accountInHistory, formerMasjid } from '../sql-fragments/names-and-times.ts'
import { slotColumns } from '../sql-fragments/slot-columns.ts'
import { isOver } from '../sql-fragments/upcoming.ts'

/**
 * Returns a page of a khateeb's past khutbahs, newest first, and the number of his khutbahs in each year. Sets the cursor of the next page.
 */
export async function pastKhutbahs(
  context: SignedInContext,
  { uid, limit = defaultPageSize, cursor }: InputOf<typeof getPastKhutbahs>,
): Promise<OutputOf<typeof getPastKhutbahs>> {
  const { db } = context.database
  const sortKey = microsecondsOf(sql.ref('a.starts_at'))
  const [years, rows] = await Promise.all([
    countByYear(db, uid),
    selectPastAssignments(db, uid)
      .leftJoin('masjids as m', 'm.uid', 'a.masjid_uid')
      .where(comesAfter(readCursor(cursor, 'entry'), sortKey, sql.ref('a.id')))
      .orderBy('a.starts_at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit + 1)
      .select(['a.id as assignmentId', ...slotColumns('s'), 'a.masjid_uid as masjidUid'])
      .select([
        'm.masjid_name as masjidName',
        'm.hidden as masjidHidden',
        'm.city',
        'm.time_zone as timeZone',
      ])
      .select((eb) => [isoInstant(eb.ref('a.starts_at')).as('startsAt'), sortKey.as('sortKey')])
      .execute(),
  ])
  const page = paginate(context, rows, limit, (last) => [Number(last.sortKey), last.assignmentId])
  const khutbahs = page.map(({ assignmentId, slotId, date, time, startsAt, city, timeZone, ...row }) => ({
    assignmentId,
    slotId,
    date,
    time: { time },
    startsAt,
    masjid: accountInHistory(
      { uid: row.masjidUid, name: row.masjidName, hidden: row.masjidHidden },
      formerMasjid,
    ),
    city,
    timeZone,
  }))
  return { years, khutbahs }
}

function countByYear(reader: Queryable, khateebUid: string) {
  const year = sql<number>`extract(year from s.date)::int`
  return selectPastAssignments(reader, khateebUid)
    .groupBy(year)
    .orderBy(year, 'desc')
    .select([year.as('year'), sql<number>`count(*)::int`.as('count')])
    .execute()
}

/** Selects a khateeb's assignments (`a`) that began at least 60 minutes ago, with their slots (`s`). */
function selectPastAssignments(reader: Queryable, khateebUid: string) {
  return reader
    .selectFrom('assignments as a')
    .innerJoin('slots as s', 's.id', 'a.slot_id')
    .where('a.khateeb_uid', '=', khateebUid)
    .where('a.ended_at', 'is', null)
    .where(isOver('a'))
}
