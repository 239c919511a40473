import { sql } from 'kysely'
import type { WallClock } from '../../domain/khutbahs/wall-clock.ts'
import type { Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { SlotReference } from '../proposals/lock-and-load.ts'

/**
 * Returns the id of the slot that a move call refers to. A call may refer to the slot by its date and time. If no slot has this date and
 * time any more, looks for the slot that has moved from this date and time to the target, so that a retry succeeds. Throws `not_found` if
 * it finds no slot.
 */
export async function idOfSlotToMove(
  tx: Tx,
  masjidUid: string,
  { slotId, khutbahDate = '', khutbahTime = '' }: SlotReference,
  to: WallClock,
): Promise<string> {
  if (typeof slotId === 'string') return slotId
  const { rows } = await sql<{ slotId: string }>`
    select s.id as "slotId" from slots s
    where s.masjid_uid = ${masjidUid} and s.removed_at is null and (
      (s.date = ${khutbahDate}::date and s.time = ${khutbahTime}::time)
      or (s.date = ${to.date}::date and s.time = ${to.time}::time and exists (
        select from audit e
        where e.slot_id = s.id and e.masjid_uid = ${masjidUid} and e.event = 'slot_moved'
          and e.moved_from = ${khutbahDate}::date + ${khutbahTime}::time)))
    order by (s.date = ${khutbahDate}::date and s.time = ${khutbahTime}::time) desc
    limit 1`.execute(tx)
  const [found] = rows
  if (found === undefined) throw new Failure('not_found')
  return found.slotId
}
