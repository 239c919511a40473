import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure, naming } from '../http/failure.ts'
import { type LockedSlot, lockSlot } from '../proposals/lock-and-load.ts'

/**
 * Locks several slots of a masjid by id, as every transaction does. They are upcoming or removed: for one that has begun, throws
 * `slot_past`. A `Failure` names the slot that it is about.
 */
export async function lockSlotsToChange(
  tx: Tx,
  masjidUid: string,
  slotIds: readonly string[],
): Promise<readonly LockedSlot[]> {
  const slots = []
  for (const slotId of [...new Set(slotIds)].toSorted())
    slots.push(await naming({ slotId }, () => lockSlot(tx, { slotId, masjidUid })))
  const { now } = await tx.selectNoFrom(databaseNow.as('now')).executeTakeFirstOrThrow()
  const past = slots.find(({ removed, startsAt }) => !removed && !isUpcoming(startsAt, now))
  if (past !== undefined) throw new Failure('slot_past', { about: { slotId: past.slotId } })
  return slots
}
