import { sql } from 'kysely'

/** The time of slot `s` on its masjid's wall clock, HH:MM. */
export const slotTime = sql<string>`to_char(s.time, 'HH24:MI')`
