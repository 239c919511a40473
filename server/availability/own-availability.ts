import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { getAvailability } from '../../contract/availability.ts'
import { language } from '../../contract/availability-schemas.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { lastPostableDate } from '../../domain/khutbahs/slots-to-post.ts'
import { dateIn } from '../../domain/khutbahs/wall-clock.ts'
import { databaseNow, type Queryable } from '../database/database.ts'
import { partyLostFailure } from '../http/failure.ts'
import type { ZipTable } from '../places/zip-table.ts'

/** Returns a khateeb’s availability settings, and the dates for which he is confirmed. */
export async function ownAvailability(
  reader: Queryable,
  zips: ZipTable,
  uid: string,
): Promise<OutputOf<typeof getAvailability>> {
  const { today, lastDate } = await awayDateBounds(reader, zips, uid)
  const { languages, ...row } = await reader
    .selectFrom('khateebs as k')
    .leftJoin('availability as a', 'a.khateeb_uid', 'k.uid')
    .where('k.uid', '=', uid)
    .select([
      'a.max_a_month as maxAMonth',
      'a.max_miles as maxMiles',
      'a.weeks_between as weeksBetween',
      sql<string[]>`coalesce(a.languages, '{}')`.as('languages'),
      sql<boolean>`coalesce(a.short_notice, false)`.as('shortNotice'),
      sql<string[]>`(
        select coalesce(jsonb_agg(date order by date), '[]') from away_dates
        where khateeb_uid = k.uid and date >= ${today}::date)`.as('awayDates'),
      sql<string[]>`(
        select coalesce(jsonb_agg(distinct s.date order by s.date), '[]')
        from assignments booked join slots s on s.id = booked.slot_id
        where booked.khateeb_uid = k.uid and booked.ended_at is null and s.date >= ${today}::date)`.as(
        'khutbahDates',
      ),
    ])
    .executeTakeFirstOrThrow(partyLostFailure)
  return { ...row, languages: z.parse(z.array(language), languages), today, lastDate }
}

/** Returns today’s date in the time zone of a khateeb’s ZIP, and the last date that he can mark as away. */
export async function awayDateBounds(reader: Queryable, zips: ZipTable, uid: string) {
  const { zipCode, now } = await reader
    .selectFrom('khateebs')
    .where('uid', '=', uid)
    .select(['zip_code as zipCode', databaseNow.as('now')])
    .executeTakeFirstOrThrow(partyLostFailure)
  const today = dateIn(zips.find(zipCode)?.timeZone ?? 'UTC', now)
  return { today, lastDate: lastPostableDate(today) }
}
