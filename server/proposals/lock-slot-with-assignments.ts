import { sql } from 'kysely'
import { databaseNow, type Tx } from '../database/database.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { currentPlace, lockSlot, type SlotPreference, type SlotReference } from './lock-and-load.ts'

/**
 * Locks a slot, and loads all of its assignments, oldest first. `moment` has the facts that the rules need to judge an assignment.
 * @param preference see `lockSlot`
 */
export async function lockSlotWithAssignments(tx: Tx, reference: SlotReference, preference?: SlotPreference) {
  const slot = await lockSlot(tx, reference, preference)
  const { startsAt } = slot
  const assignments = await tx
    .selectFrom('assignments')
    .where('slot_id', '=', slot.slotId)
    .orderBy('confirmed_at')
    .select(['id', 'khateeb_uid as khateebUid', 'end_reason as end'])
    .select(isAwaitingReconfirmation('assignments').as('awaitsReconfirmation'))
    .execute()
  const { now, place } = await tx
    .selectNoFrom([databaseNow.as('now'), currentPlace(slot.masjidUid).as('place')])
    .executeTakeFirstOrThrow()
  return { slot: { ...slot, ...place }, moment: { startsAt, now, assignments } }
}

/** Prefers the slot of the khateeb's newest assignment, or of the assignment `assignmentId`. The value is the time of the confirmation. */
export function preferSlotOfLatestAssignment(
  khateebUid: string,
  assignmentId: string | null = null,
): SlotPreference {
  return (slot) => sql`(
    select max(confirmed_at) from assignments
    where slot_id = ${sql.ref(`${slot}.id`)} and khateeb_uid = ${khateebUid}
      and (${assignmentId}::uuid is null or assignments.id = ${assignmentId})
  )`
}
