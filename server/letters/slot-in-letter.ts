import { sql } from 'kysely'
import { masjidColumns, slotColumns } from '../sql-fragments/slot-columns.ts'
import type { SlotInLetter } from './content/letter-slot.ts'

/**
 * The columns of `SlotInLetter`, including the slot's id.
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

/** Returns only the fields of `SlotInLetter` from a row that may have more. */
export function slotInLetter(row: SlotInLetter): SlotInLetter {
  const { slotId, masjidUid, masjidName, address, city, stateCode, zipCode, timeZone, date, time } = row
  return { slotId, masjidUid, masjidName, address, city, stateCode, zipCode, timeZone, date, time }
}
