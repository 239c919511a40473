import { databaseNow, type Queryable } from '../database/database.ts'

/** Builds a query for a masjid's time zone and the current time. */
export function masjidClock(reader: Queryable, masjidUid: string) {
  return reader
    .selectFrom('masjids')
    .where('uid', '=', masjidUid)
    .select(['time_zone as timeZone', databaseNow.as('now')])
}
