import { type RawBuilder, sql } from 'kysely'

/** The database's instant, read once for a whole statement: a call of `minbar_now()` for each row would cost more than the row. */
export const instant = sql<Date>`(select minbar_now())`

/** Whether the start of the slot in the row that the statement calls `slot` is past, by the database's clock. */
export function begun(slot: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${slot}.starts_at`)} < ${instant}`
}

/**
 * Whether the slot in the row that the statement calls `slot`, which is not taken away, is of an upcoming khutbah: a date stays
 * whole until the last of its slots begins. The first condition is for the index: no day has more than 25 hours. The last
 * is evaluated only for slots that have begun.
 */
export function isInUpcomingKhutbah(slot: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${slot}.${column}`)
  return sql<boolean>`(
    ${of('starts_at')} > ${instant} - interval '25 hours'
    and (
      ${of('starts_at')} >= ${instant}
      or exists (
        select from slots as later
        where later.masjid_uid = ${of('masjid_uid')} and later.date = ${of('date')}
          and later.removed_at is null and later.starts_at >= ${instant}
      )
    )
  )`
}

/** No upcoming khutbah has an earlier date: nowhere is it more than a day earlier than in Greenwich. For an index by date. */
export const earliestUpcomingDate = sql<string>`((${instant} at time zone 'UTC')::date - 1)`
