import { type RawBuilder, sql } from 'kysely'
import type { SlotInLetter, SlotTimeAndPlace } from '../letters/content/letter-slot.ts'
import { columnsOf } from '../sql-fragments/columns-of.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'

/** Returns the date, time and place of a slot, which a letter to an invited khateeb shows. */
export function slotTimeAndPlace({ date, time, timeZone, address, zipCode }: SlotInLetter): SlotTimeAndPlace {
  return { date, time, timeZone, address, zipCode }
}

/**
 * Returns SQL for the result of `slotTimeAndPlace` as a JSON value, from the current rows of the slot and its masjid.
 * @param slot table alias of the slot’s row
 * @param masjid table alias of its masjid’s row
 */
export function currentTimeAndPlace(slot: string, masjid: string): RawBuilder<unknown> {
  const of = columnsOf(masjid)
  return sql`jsonb_build_object('date', ${sql.ref(`${slot}.date`)}, 'time', ${slotTime(slot)}, 'timeZone', ${of('time_zone')},
    'address', ${of('masjid_address')}, 'zipCode', ${of('zip_code')})`
}
