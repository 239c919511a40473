import type { Queryable } from '../database/database.ts'
import { slotInLetterColumns } from '../letters/slot-in-letter.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'

/** Selects slots (`s`) with the columns that letters need. Joins their masjids (`m`) and the masjids' contacts (`masjid_contact`). */
export function slotsWithMasjids(reader: Queryable) {
  return reader
    .selectFrom('slots as s')
    .innerJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .innerJoinLateral(contactOf('m').as('masjid_contact'), (join) => join.onTrue())
    .select([...slotInLetterColumns('s', 'm'), 'masjid_contact.email as masjidEmail'])
}

/** Like `slotsWithMasjids`, with a row for each proposal (`p`). Also joins the khateebs (`k`) and the khateebs' contacts (`khateeb_contact`). */
export function proposalsWithBothSides(reader: Queryable) {
  return slotsWithMasjids(reader)
    .innerJoin('proposals as p', 'p.slot_id', 's.id')
    .innerJoin('khateebs as k', 'k.uid', 'p.khateeb_uid')
    .innerJoinLateral(contactOf('k').as('khateeb_contact'), (join) => join.onTrue())
    .select(['p.direction', 'k.uid as khateebUid', khateebName('k').as('khateebName')])
}
