import { sql } from 'kysely'
import { isUpcoming } from '../../domain/khutbahs/slot.ts'
import { record } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/outbox.ts'
import { occasionOf } from '../proposals/occasion.ts'
import { holdSlot, type SlotName } from '../proposals/situation.ts'

/** A masjid takes a slot away: its khateeb is released, its proposals are closed, and all of them are told. */
export async function removeSlot(tx: Tx, name: SlotName): Promise<{ readonly changed: boolean }> {
  const slot = await holdSlot(tx, name)
  if (slot === undefined) throw new Failure('not_found')
  if (slot.removed) return { changed: false }
  const taken = await tx
    .updateTable('slots')
    .set({ removed_at: now })
    .where('id', '=', slot.id)
    .returning(now.as('now'))
    .executeTakeFirstOrThrow()
  if (!isUpcoming(slot.startsAt, taken.now)) throw new Failure('slot_past')

  const released = await tx
    .updateTable('assignments')
    .set({ ended_at: now, end_reason: 'slot_removed' })
    .where('slot_id', '=', slot.id)
    .where('ended_at', 'is', null)
    .returning(['id', 'khateeb_uid as uid'])
    .execute()
  const closed = await tx
    .updateTable('proposals')
    .set({ state: 'closed', decided_at: now })
    .where('slot_id', '=', slot.id)
    .where('state', '=', 'pending')
    .returning(['id', 'khateeb_uid as uid', 'direction'])
    .execute()
  const here = { masjidUid: slot.masjidUid, slotId: slot.id }
  await record(tx, { role: 'masjid', uid: slot.masjidUid }, [
    { event: 'slot_removed', ...here },
    ...released.map(
      (it) => ({ event: 'khateeb_released', ...here, khateebUid: it.uid, assignmentId: it.id }) as const,
    ),
    ...closed.map(
      (it) => ({ event: `${it.direction}_closed`, ...here, khateebUid: it.uid, proposalId: it.id }) as const,
    ),
  ])
  const confirmed = new Set(released.map((it) => it.uid))
  const concerned = [...confirmed, ...closed.map((it) => it.uid)]
  if (concerned.length === 0) return { changed: true }

  const khateebs = await tx
    .selectFrom('khateebs as k')
    .innerJoin('accounts as a', 'a.uid', 'k.uid')
    .where('k.uid', 'in', concerned)
    .select(['k.uid', 'a.email', sql<string>`k.first_name || ' ' || k.last_name`.as('name')])
    .execute()
  await queueLetters(
    tx,
    khateebs.map(({ uid, email, name: khateebName }) => ({
      to: email,
      letter: {
        kind: 'slot_removed',
        props: { occasion: occasionOf(slot), khateebName, wasConfirmed: confirmed.has(uid) },
      },
    })),
  )
  return { changed: true }
}
