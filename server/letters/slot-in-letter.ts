import { sql } from 'kysely'
import { masjidColumns, slotColumns } from '../sql-fragments/slot-columns.ts'
import type { SlotInLetter } from './content/letter.ts'

/**
 * The columns of a slot in a letter, and the slot's id.
 * @param slot table alias of the slot's row
 * @param masjid table alias of its masjid's row
 */
export function slotInLetterColumns(slot: string, masjid: string) {
  const of = (column: string) => sql.ref<string>(`${masjid}.${column}`)
  return [
    ...slotColumns(slot),
    ...masjidColumns(masjid),
    of('state_code').as('stateCode'),
    of('zip_code').as('zipCode'),
    of('masjid_address').as('address'),
    of('time_zone').as('timeZone'),
  ] as const
}

/** Picks the fields of a slot in a letter out of a row. */
export function slotInLetter(row: SlotInLetter): SlotInLetter {
  const { slotId, masjidUid, masjidName, address, city, stateCode, zipCode, timeZone, date, time } = row
  return { slotId, masjidUid, masjidName, address, city, stateCode, zipCode, timeZone, date, time }
}
