import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from './columns-of.ts'

/**
 * SQL for the current instant by the database clock. As a subquery it is evaluated once per statement, not once per row. Use it in
 * statements that compare the instant with many rows, so that they are faster and all rows get the same instant. Elsewhere, use
 * `databaseNow`, which is shorter.
 */
export const databaseNowPerStatement = sql<Date>`(select minbar_now())`

/**
 * SQL condition: the slot has begun, by the database clock.
 * @param slot table alias of the slot's row
 */
export function hasBegun(slot: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${slot}.starts_at`)} < ${databaseNowPerStatement}`
}

/**
 * SQL condition: the slot has begun, and its hour is not over. The first comparison follows from the others, but lets PostgreSQL use the
 * index.
 * @param slot table alias of a row with `starts_at`
 */
export function isUnderWay(slot: string): RawBuilder<boolean> {
  const startsAt = sql.ref(`${slot}.starts_at`)
  return sql<boolean>`(
    ${startsAt} > ${databaseNowPerStatement} - interval '25 hours' and ${startsAt} < ${databaseNowPerStatement}
    and upper(speaking_hour(${startsAt})) > ${databaseNowPerStatement})`
}

/**
 * SQL condition: the slot's hour is over.
 * @param slot table alias of a row with `starts_at`
 */
export function isOver(slot: string): RawBuilder<boolean> {
  return sql<boolean>`upper(speaking_hour(${sql.ref(`${slot}.starts_at`)})) <= ${databaseNowPerStatement}`
}

/**
 * SQL condition: the slot starts within seven days, or has begun, by the database clock. The interval is in hours, because a day may have
 * 23 or 25 hours in the time zone of a database session.
 * @param slot table alias of the slot's row
 */
export function startsWithinSevenDays(slot: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${slot}.starts_at`)} < ${databaseNowPerStatement} + interval '168 hours'`
}

/**
 * SQL condition: the slot belongs to an upcoming khutbah, that is, a slot of the same date has not begun. The first comparison lets
 * PostgreSQL use the index. It is true for each slot of an upcoming khutbah, because no day has more than 25 hours. The `exists` runs only
 * for slots that have begun.
 * @param slot table alias of the slot's row; the slot must not be removed
 */
export function isInUpcomingKhutbah(slot: string): RawBuilder<boolean> {
  const of = columnsOf(slot)
  return sql<boolean>`(
    ${of('starts_at')} > ${databaseNowPerStatement} - interval '25 hours'
    and (
      ${of('starts_at')} >= ${databaseNowPerStatement}
      or exists (
        select from slots as later
        where later.masjid_uid = ${of('masjid_uid')} and later.date = ${of('date')}
          and later.removed_at is null and later.starts_at >= ${databaseNowPerStatement}
      )
    )
  )`
}

/**
 * SQL condition: the slot belongs to a khutbah that is under way, that is, a slot of the same date is under way.
 * @param slot table alias of the slot's row; the slot must not be removed
 */
export function isInKhutbahUnderWay(slot: string): RawBuilder<boolean> {
  const of = columnsOf(slot)
  return sql<boolean>`exists (
    select from slots as other
    where other.masjid_uid = ${of('masjid_uid')} and other.date = ${of('date')}
      and other.removed_at is null and ${isUnderWay('other')}
  )`
}

/**
 * SQL for a lower bound of the dates of upcoming khutbahs, so that PostgreSQL can use an index by date. No time zone is more than a
 * day behind UTC.
 */
export const earliestUpcomingDate = sql<string>`((${databaseNowPerStatement} at time zone 'UTC')::date - 1)`
