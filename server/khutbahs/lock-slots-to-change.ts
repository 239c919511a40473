import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { type LockedSlot, lockSlots } from '../proposals/lock-and-load.ts'

/**
 * Locks several slots of a masjid by id, as every transaction does. They are upcoming or removed: for one that has begun, throws
 * `slot_past`. A `Failure` names the slot that it is about.
 */
export async function lockSlotsToChange(
  tx: Tx,
  masjidUid: string,
  slotIds: readonly string[],
): Promise<readonly LockedSlot[]> {
  const slots = await lockSlots(tx, slotIds, masjidUid)
  const { now } = await tx.selectNoFrom(databaseNow.as('now')).executeTakeFirstOrThrow()
  const past = slots.find(({ removed, startsAt }) => !removed && !isUpcoming(startsAt, now))
  if (past !== undefined) throw new Failure('slot_past', { about: { slotId: past.slotId } })
  return slots
}
