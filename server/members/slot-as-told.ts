import { type RawBuilder, sql } from 'kysely'
import type { SlotAsTold, SlotInLetter } from '../letters/content/letter.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'

/** What a letter says of a slot’s date, time and place. */
export function slotAsTold({ date, time, timeZone, address, zipCode }: SlotInLetter): SlotAsTold {
  return { date, time, timeZone, address, zipCode }
}

/**
 * SQL for the same, as a JSON value.
 * @param slot table alias of the slot’s row
 * @param masjid table alias of its masjid’s row
 */
export function slotAsToldNow(slot: string, masjid: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${masjid}.${column}`)
  return sql`jsonb_build_object('date', ${sql.ref(`${slot}.date`)}, 'time', ${slotTime(slot)}, 'timeZone', ${of('time_zone')},
    'address', ${of('masjid_address')}, 'zipCode', ${of('zip_code')})`
}
