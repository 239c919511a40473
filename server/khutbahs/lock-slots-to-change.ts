import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { type LockedSlot, lockSlots } from '../proposals/lock-and-load.ts'

/**
 * Locks several slots of a masjid in the order of their ids, as every transaction does. Returns removed slots, too. Throws `slot_past` if a
 * slot has begun. The failure contains the id of the slot (`about`).
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
