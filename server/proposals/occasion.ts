import { slotTime } from '../fragments/slot-time.ts'
import type { Occasion } from '../letters/letter.ts'

/** The columns of an occasion, in a statement that calls the slot `s` and its masjid `m`. */
export const occasionColumns = [
  'm.uid as masjidUid',
  'm.masjid_name as masjidName',
  'm.city',
  'm.state_code as stateCode',
  's.date',
  slotTime('s').as('time'),
] as const

/** What letters say of a slot, picked out of a row that has it. */
export function occasionOf(row: Occasion): Occasion {
  const { masjidUid, masjidName, city, stateCode, date, time } = row
  return { masjidUid, masjidName, city, stateCode, date, time }
}
