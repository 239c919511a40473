import { type RawBuilder, sql } from 'kysely'

/** The time on its masjid's wall clock, HH:MM, of the slot in the row that the statement calls `slot`. */
export function slotTime(slot: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(`${slot}.time`)}, 'HH24:MI')`
}
