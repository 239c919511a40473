import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { accountInHistory as pastAccountShape } from '../../contract/khutbah-schemas.ts'
import { isAwaitingReconfirmation } from './is-awaiting-reconfirmation.ts'

/**
 * SQL for a khateeb's full name.
 * @param khateeb table alias of the khateeb's row
 */
export function khateebName(khateeb: string): RawBuilder<string> {
  return sql<string>`${sql.ref(`${khateeb}.first_name`)} || ' ' || ${sql.ref(`${khateeb}.last_name`)}`
}

/**
 * SQL for the public name of a confirmed khateeb. Signed-out visitors see this name. Signed-in callers see it only if the khateeb is
 * suspended. The masjid of the slot never sees it. If the khateeb doesn't want to be named, or is suspended, the name is “Confirmed”, or
 * `newTimeNotConfirmed` until he has confirmed the new time of a moved slot.
 * @param khateeb table alias of the khateeb's row, which is null if the account was deleted
 * @param assignment table alias of the assignment's row
 */
export function publicKhateebName(khateeb: string, assignment: string): RawBuilder<string> {
  return sql<string>`case
    when ${sql.ref(`${khateeb}.uid`)} is null then ${sql.lit(formerKhateeb)}
    when ${sql.ref(`${khateeb}.named_publicly`)} and not ${sql.ref(`${khateeb}.hidden`)} then ${khateebName(khateeb)}
    when ${isAwaitingReconfirmation(assignment)} then ${sql.lit(newTimeNotConfirmed)}
    else ${sql.lit(unnamedKhateeb)} end`
}

/** The name of a deleted khateeb. */
export const formerKhateeb = 'Former khateeb'
/** The name of a deleted masjid. */
export const formerMasjid = 'Former masjid'
/** Stands for the name of a khateeb who doesn't want to be named, or is suspended. */
const unnamedKhateeb = 'Confirmed'
/** What visitors see until the khateeb has confirmed the new time of a moved slot: after his name, or instead of it. */
export const newTimeNotConfirmed = 'New time not confirmed yet'

/**
 * Returns a khateeb or a masjid as history shows it: without a uid if the account is suspended or deleted.
 * @param former the name of a deleted account, whose `name` and `hidden` are null
 */
export function accountInHistory(
  { uid, name, hidden }: AccountRow,
  former: string,
): z.infer<typeof pastAccountShape> {
  return { uid: hidden === false ? uid : null, name: name ?? former }
}

interface AccountRow {
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
