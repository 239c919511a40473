import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for a slot's wall-clock time, HH:MM.
 * @param slot table alias of the slot's row
 */
export function slotTime(slot: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(`${slot}.time`)}, 'HH24:MI')`
}
