import { sql } from 'kysely'

/** Whether the start of slot `s` is past, by the database's clock. */
export const begun = sql<boolean>`s.starts_at < minbar_now()`

/**
 * Whether slot `s`, not taken away, is of an upcoming khutbah: a date stays whole until the last of its slots begins. The
 * first condition is for the index: no day has more than 25 hours. The last is looked at only for slots that have begun.
 */
export const ofUpcomingKhutbah = sql<boolean>`(
  s.starts_at > minbar_now() - interval '25 hours'
  and (
    s.starts_at >= minbar_now()
    or exists (
      select from slots as later
      where later.masjid_uid = s.masjid_uid and later.date = s.date
        and later.removed_at is null and later.starts_at >= minbar_now()
    )
  )
)`
