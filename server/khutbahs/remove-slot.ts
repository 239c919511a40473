import { isUpcoming } from '../../domain/khutbahs/slot.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { occasionOf } from '../proposals/occasion.ts'
import { holdSlot, type SlotName } from '../proposals/situation.ts'
import { takeAway } from './take-away.ts'

/** A masjid takes a slot away: its khateeb is released, its proposals are closed, and all of them are told. */
export async function removeSlot(tx: Tx, name: SlotName): Promise<{ readonly changed: boolean }> {
  const slot = await holdSlot(tx, name)
  if (slot === undefined) throw new Failure('not_found')
  if (slot.removed) return { changed: false }
  const moment = await tx.selectNoFrom(now.as('now')).executeTakeFirstOrThrow()
  if (!isUpcoming(slot.startsAt, moment.now)) throw new Failure('slot_past')
  const concerned = await takeAway(tx, slot.masjidUid, [slot.id])
  await queueLetters(
    tx,
    concerned.map(({ email, khateebName, was, ...it }) => ({
      to: email,
      letter: { kind: 'slot_removed', props: { occasion: occasionOf(it), khateebName, was } },
    })),
  )
  return { changed: true }
}
