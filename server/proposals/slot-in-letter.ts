import { sql } from 'kysely'
import type { SlotInLetter } from '../letters/content/letter.ts'
import { masjidColumns, slotColumns } from '../sql-fragments/slot-columns.ts'

/**
 * The columns of a slot in a letter, and the slot's id.
 * @param slot table alias of the slot's row
 * @param masjid table alias of its masjid's row
 */
export function slotInLetterColumns(slot: string, masjid: string) {
  const stateCode = sql.ref<string>(`${masjid}.state_code`).as('stateCode')
  return [...slotColumns(slot), ...masjidColumns(masjid), stateCode] as const
}

/** Picks the fields of a slot in a letter out of a row. */
export function slotInLetter(row: SlotInLetter): SlotInLetter {
  const { masjidUid, masjidName, city, stateCode, date, time } = row
  return { masjidUid, masjidName, city, stateCode, date, time }
}
