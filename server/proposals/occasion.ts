import { slotTime } from '../fragments/names-and-times.ts'
import type { Occasion } from '../letters/letter.ts'

/** The columns of an occasion, for a statement with the aliases `s` for the slot and `m` for its masjid. */
export const occasionColumns = [
  'm.uid as masjidUid',
  'm.masjid_name as masjidName',
  'm.city',
  'm.state_code as stateCode',
  's.date',
  slotTime('s').as('time'),
] as const

/** Picks the fields that letters need about a slot out of a row. */
export function occasionOf(row: Occasion): Occasion {
  const { masjidUid, masjidName, city, stateCode, date, time } = row
  return { masjidUid, masjidName, city, stateCode, date, time }
}
