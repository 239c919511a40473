import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for a khateeb's full name.
 * @param khateeb table alias of the khateeb's row
 */
export function khateebName(khateeb: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${khateeb}.first_name`)} || ' ' || ${sql.ref(`${khateeb}.last_name`)}`
}

/** Names that replace those of deleted accounts. */
export const formerKhateeb = 'Former khateeb'
export const formerMasjid = 'Former masjid'

/**
 * SQL for a slot's wall-clock time, HH:MM.
 * @param slot table alias of the slot's row
 */
export function slotTime(slot: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(`${slot}.time`)}, 'HH24:MI')`
}
