import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { pastKhateeb as pastKhateebShape } from '../../contract/output-schemas.ts'

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

/** A khateeb in history. `khateeb` (the name) and `khateebHidden` are null if the account was deleted. */
export function pastKhateeb(row: {
  readonly uid: string
  readonly khateeb: string | null
  readonly khateebHidden: boolean | null
}): z.infer<typeof pastKhateebShape> {
  return { uid: row.khateebHidden === false ? row.uid : null, name: row.khateeb ?? formerKhateeb }
}

/**
 * SQL for a slot's wall-clock time, HH:MM.
 * @param slot table alias of the slot's row
 */
export function slotTime(slot: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(`${slot}.time`)}, 'HH24:MI')`
}
