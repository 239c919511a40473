import { sql } from 'kysely'
import { slotTime } from './names-and-times.ts'

/**
 * Returns the columns that name a slot: its id, and its date (YYYY-MM-DD) and time (HH:MM) on the masjid's wall clock.
 * @param slot table alias of the slot's row
 */
export function slotColumns(slot: string) {
  const [id, date, time] = identityOf(slot)
  return [id.as('slotId'), date.as('date'), time.as('time')] as const
}

/**
 * Returns the columns of `slotColumns` under the names `slotId`, `khutbahDate` and `khutbahTime`, as in calls. `Value` is `string | null`
 * after a left join.
 */
export function slotReferenceColumns<Value extends string | null = string>(slot: string) {
  const [id, date, time] = identityOf<Value>(slot)
  return [id.as('slotId'), date.as('khutbahDate'), time.as('khutbahTime')] as const
}

function identityOf<Value = string>(slot: string) {
  const [id, date] = [sql.ref<Value>(`${slot}.id`), sql.ref<Value>(`${slot}.date`)]
  return [id, date, slotTime(slot).$castTo<Value>()] as const
}

/**
 * Returns the columns that identify a slot's masjid.
 * @param masjid table alias of the masjid's row
 */
export function masjidColumns(masjid: string) {
  return [
    sql.ref<string>(`${masjid}.uid`).as('masjidUid'),
    sql.ref<string>(`${masjid}.masjid_name`).as('masjidName'),
    sql.ref<string>(`${masjid}.city`).as('city'),
    sql.ref<string>(`${masjid}.time_zone`).as('timeZone'),
  ] as const
}
