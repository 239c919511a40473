import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { accountInHistory as pastAccountShape } from '../../contract/khutbah-schemas.ts'

/**
 * SQL for a khateeb's full name.
 * @param khateeb table alias of the khateeb's row
 */
export function khateebName(khateeb: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${khateeb}.first_name`)} || ' ' || ${sql.ref(`${khateeb}.last_name`)}`
}

/**
 * SQL for the name that signed-out visitors read of a confirmed khateeb, who may want not to be named.
 * @param khateeb table alias of the khateeb's row; null if the account was deleted
 */
export function publicKhateebName(khateeb: string): RawBuilder<string> {
  return sql<string>`case
    when ${sql.ref(`${khateeb}.uid`)} is null then ${sql.lit(formerKhateeb)}
    when ${sql.ref(`${khateeb}.named_publicly`)} then ${khateebName(khateeb)}
    else ${sql.lit(unnamedKhateeb)} end`
}

/** Names that replace those of deleted accounts. */
export const formerKhateeb = 'Former khateeb'
/** Signed-out visitors read it of a khateeb who doesn't want to be named. */
const unnamedKhateeb = 'Confirmed'
export const formerMasjid = 'Former masjid'

/** A khateeb or a masjid in history. `name` and `hidden` are null if the account was deleted: then it is called `former`. */
export function accountInHistory(
  { uid, name, hidden }: AccountInHistory,
  former: string,
): z.infer<typeof pastAccountShape> {
  return { uid: hidden === false ? uid : null, name: name ?? former }
}

interface AccountInHistory {
  readonly uid: string
  readonly name: string | null
  readonly hidden: boolean | null
}

/**
 * SQL for a slot's wall-clock time, HH:MM.
 * @param slot table alias of the slot's row
 */
export function slotTime(slot: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(`${slot}.time`)}, 'HH24:MI')`
}
