import { type RawBuilder, sql } from 'kysely'
import { columnsOf } from './columns-of.ts'
import { isoInstant } from './instants.ts'
import { slotTime } from './names-and-times.ts'

/**
 * SQL for a JSON object with the time and place of the slot that a letter asks about. The address and the ZIP are empty if the masjid is
 * suspended.
 * @param slot table alias of the slot's row
 * @param masjid table alias of its masjid's row
 * @param more SQL for more names and values, as arguments of `jsonb_build_object`. The caller ensures that `Slot` describes the resulting
 * object
 */
export function slotAskedAbout<Slot>(
  slot: string,
  masjid: string,
  more: RawBuilder<unknown>,
): RawBuilder<Slot> {
  const ofSlot = (column: string) => sql.ref<Date>(`${slot}.${column}`)
  const ofMasjid = columnsOf(masjid)
  const unlessHidden = (value: RawBuilder<unknown>) =>
    sql`case when ${ofMasjid('hidden')} then '' else ${value} end`
  return sql<Slot>`jsonb_build_object('slotId', ${ofSlot('id')}, 'date', ${ofSlot('date')}, 'time', ${slotTime(slot)},
    'timeZone', ${ofMasjid('time_zone')}, 'startsAt', ${isoInstant(ofSlot('starts_at'))},
    'address', ${unlessHidden(ofMasjid('masjid_address'))}, 'zipCode', ${unlessHidden(ofMasjid('zip_code'))}, ${more})`
}
