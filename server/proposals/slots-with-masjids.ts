import type { Queryable } from '../database/database.ts'
import { slotInLetterColumns } from '../letters/slot-in-letter.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'

/** Selects slots (`s`) with the columns that letters need. Joins their masjids (`m`). */
export function slotsWithMasjids(reader: Queryable) {
  return reader
    .selectFrom('slots as s')
    .innerJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .select(slotInLetterColumns('s', 'm'))
}

/** Selects the columns of `slotsWithMasjids` for each proposal (`p`), and the khateeb's uid and name. Also joins the khateebs (`k`). */
export function proposalsWithBothSides(reader: Queryable) {
  return slotsWithMasjids(reader)
    .innerJoin('proposals as p', 'p.slot_id', 's.id')
    .innerJoin('khateebs as k', 'k.uid', 'p.khateeb_uid')
    .select(['p.direction', 'k.uid as khateebUid', khateebName('k').as('khateebName')])
}
