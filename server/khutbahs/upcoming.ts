import { sql } from 'kysely'

/** The database's instant, read once for a whole statement: a call of `minbar_now()` for each row would cost more than the row. */
export const instant = sql<Date>`(select minbar_now())`

/** Whether the start of slot `s` is past, by the database's clock. */
export const begun = sql<boolean>`s.starts_at < ${instant}`

/**
 * Whether slot `s`, not taken away, is of an upcoming khutbah: a date stays whole until the last of its slots begins. The
 * first condition is for the index: no day has more than 25 hours. The last is looked at only for slots that have begun.
 */
export const ofUpcomingKhutbah = sql<boolean>`(
  s.starts_at > ${instant} - interval '25 hours'
  and (
    s.starts_at >= ${instant}
    or exists (
      select from slots as later
      where later.masjid_uid = s.masjid_uid and later.date = s.date
        and later.removed_at is null and later.starts_at >= ${instant}
    )
  )
)`

/** No upcoming khutbah has an earlier date: nowhere is it more than a day earlier than in Greenwich. For an index by date. */
export const earliestDate = sql<string>`((${instant} at time zone 'UTC')::date - 1)`
