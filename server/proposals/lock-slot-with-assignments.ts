import { sql } from 'kysely'
import { databaseNow, type Tx } from '../database/database.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { lockSlot, type SlotPreference, type SlotReference } from './lock-and-load.ts'

/**
 * Locks a slot, and loads all of its assignments, oldest first. `moment` has the facts that the rules need to judge an assignment.
 * @param preference ranks the slots with the same date and time, if a removed slot was posted again
 */
export async function lockSlotWithAssignments(tx: Tx, reference: SlotReference, preference?: SlotPreference) {
  const slot = await lockSlot(tx, reference, preference)
  const { startsAt } = slot
  const assignments = await tx
    .selectFrom('assignments')
    .where('slot_id', '=', slot.slotId)
    .orderBy('confirmed_at')
    .select(['id', 'khateeb_uid as khateebUid', 'end_reason as end', databaseNow.as('now')])
    .select(isAwaitingReconfirmation('assignments').as('awaitsReconfirmation'))
    .execute()
  // Without an assignment, the rules don't use `now`, so any instant will do.
  return { slot, moment: { startsAt, now: assignments[0]?.now ?? startsAt, assignments } }
}

/** Prefers the slot with the khateeb's newest assignment, or with the assignment `assignmentId` if it is given. */
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
