import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { lockSlot, type SlotReference } from '../proposals/lock-and-load.ts'
import { removeSlots } from './remove-slots.ts'

/** A masjid removes a slot. Ends its assignment, closes its proposals, and queues letters to the khateebs. */
export async function removeSlot(tx: Tx, reference: SlotReference): Promise<{ readonly changed: boolean }> {
  const slot = await lockSlot(tx, reference)
  if (slot === undefined) throw new Failure('not_found')
  if (slot.removed) return { changed: false }
  const moment = await tx.selectNoFrom(now.as('now')).executeTakeFirstOrThrow()
  if (!isUpcoming(slot.startsAt, moment.now)) throw new Failure('slot_past')
  await queueLetters(tx, await removeSlots(tx, slot.masjidUid, [slot.id], 'slot_removed'))
  return { changed: true }
}
