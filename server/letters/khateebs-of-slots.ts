import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { agreedStart } from '../sql-fragments/agreed-start.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { khateebName } from '../sql-fragments/names-and-times.ts'
import { databaseNowPerStatement } from '../sql-fragments/upcoming.ts'
import type { KhateebStanding, MovedSlot } from './content/news-props.ts'
import { slotInLetterColumns } from './slot-in-letter.ts'

interface Selection {
  /** SQL conditions on rows of the tables `assignments` and `proposals`. */
  readonly assignments: RawBuilder<boolean>
  readonly proposals: RawBuilder<boolean>
}

/**
 * Selects the khateebs to notify about these assignments and proposals: a row for each assignment and proposal, with its slot, soonest
 * first. `was` is the khateeb's standing: confirmed, or the direction of his proposal. Letters about a change show it as his standing
 * before the change. `rowId` is the id of the row that the khateeb’s dashboard shows.
 */
export function khateebsOfSlots(reader: Queryable, selection: Selection) {
  const confirmed = reader
    .selectFrom('assignments')
    .where(selection.assignments)
    .select(['slot_id', 'khateeb_uid', 'slot_id as rowId', sql<KhateebStanding>`'confirmed'`.as('was')])
    .select(['agreed_starts_at', 'awaits_reconfirmation'])
    // The slot may have moved to a start in the past. In this case, it is too late to ask the khateeb whether he can come.
    .select(
      sql<boolean>`${isAwaitingReconfirmation('assignments')} and starts_at >= ${databaseNowPerStatement}`.as(
        'awaitsReconfirmation',
      ),
    )
  const proposed = reader
    .selectFrom('proposals')
    .where(selection.proposals)
    .select(['slot_id', 'khateeb_uid', 'id as rowId', 'direction as was'])
    .select([sql<null>`null`.as('agreed_starts_at'), sql<boolean>`false`.as('awaits_reconfirmation')])
    .select(sql<boolean>`false`.as('awaitsReconfirmation'))
  return reader
    .selectFrom(confirmed.unionAll(proposed).as('i'))
    .innerJoin('slots as s', 's.id', 'i.slot_id')
    .innerJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .innerJoin('khateebs as k', 'k.uid', 'i.khateeb_uid')
    .orderBy('s.starts_at')
    .select(['k.uid as khateebUid', khateebName('k').as('name')])
    .select(['i.was', 'i.rowId', 'i.awaitsReconfirmation', ...slotInLetterColumns('s', 'm')])
    .select(agreedStart('i', sql.ref<string>('m.time_zone')).as('agreedStart'))
    .execute()
}

/** Selects the confirmed khateebs of these slots, with the columns of `khateebsOfSlots`. */
export function confirmedKhateebsOf(reader: Queryable, slotIds: readonly string[]) {
  return khateebsOfSlots(reader, {
    assignments: sql<boolean>`ended_at is null and slot_id = any(${slotIds}::uuid[])`,
    proposals: sql<boolean>`false`,
  })
}

/** Returns only the fields of `MovedSlot` from a row that may have more. */
export function pickMovedSlotFields({
  slotId,
  rowId,
  date,
  time,
  was,
  awaitsReconfirmation,
}: MovedSlot): MovedSlot {
  return { slotId, rowId, date, time, was, awaitsReconfirmation }
}
