import { type RawBuilder, sql } from 'kysely'
import type { SlotAsTold, SlotInLetter } from '../letters/content/letter-slot.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'

/** Returns the date, time and place of a slot, as a letter to an invited khateeb shows them. */
export function slotAsTold({ date, time, timeZone, address, zipCode }: SlotInLetter): SlotAsTold {
  return { date, time, timeZone, address, zipCode }
}

/**
 * Returns SQL for the result of `slotAsTold` as a JSON value, with the current values in the database.
 * @param slot table alias of the slot’s row
 * @param masjid table alias of its masjid’s row
 */
export function slotAsToldNow(slot: string, masjid: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${masjid}.${column}`)
  return sql`jsonb_build_object('date', ${sql.ref(`${slot}.date`)}, 'time', ${slotTime(slot)}, 'timeZone', ${of('time_zone')},
    'address', ${of('masjid_address')}, 'zipCode', ${of('zip_code')})`
}
