import type { Occasion } from '../letters/letter.ts'

/** What letters say of a slot, picked out of a row that has it. */
export function occasionOf(row: Occasion): Occasion {
  const { masjidUid, masjidName, city, stateCode, date, time } = row
  return { masjidUid, masjidName, city, stateCode, date, time }
}
