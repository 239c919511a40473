import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition: a khateeb is confirmed for the slot.
 * @param slot table alias of the slot's row
 */
export function hasKhateeb(slot: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from assignments a where a.slot_id = ${sql.ref(`${slot}.id`)} and a.ended_at is null)`
}
