import { sql } from 'kysely'
import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { recordAudit } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { khateebName } from '../fragments/names-and-times.ts'
import { Failure } from '../http/failure.ts'
import type { SlotRole } from '../letters/letter.ts'
import { type AddressedLetter, queueLetters } from '../letters/queue-letters.ts'
import { closeProposals, closingEntries } from '../proposals/close-proposals.ts'
import { lockSlot, type SlotReference } from '../proposals/lock-and-load.ts'
import { occasionColumns, occasionOf } from '../proposals/occasion.ts'

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

/** Removes all upcoming slots of a masjid whose account is being deleted. Returns the letters to the khateebs. */
export async function removeUpcomingSlots(tx: Tx, masjidUid: string): Promise<AddressedLetter[]> {
  // Posting a khutbah locks this row, too, so no slot can be posted after the others were removed.
  const masjid = await tx
    .selectFrom('masjids')
    .where('uid', '=', masjidUid)
    .select('uid')
    .forUpdate()
    .executeTakeFirst()
  if (masjid === undefined) throw new Failure('not_signed_in')
  const slots = await tx
    .selectFrom('slots')
    .where('masjid_uid', '=', masjidUid)
    .where('removed_at', 'is', null)
    .where('starts_at', '>=', now)
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
    .execute()
  const slotIds = slots.map((it) => it.id)
  return removeSlots(tx, masjidUid, slotIds, 'masjid_left')
}

/**
 * Removes slots of a masjid, which the transaction must have locked. Ends their assignments and closes their proposals.
 * Returns the letters to the affected khateebs.
 */
async function removeSlots(
  tx: Tx,
  masjidUid: string,
  slotIds: readonly string[],
  kind: 'slot_removed' | 'masjid_left',
): Promise<AddressedLetter[]> {
  if (slotIds.length === 0) return []
  await tx
    .updateTable('slots')
    .set({ removed_at: now })
    .where(sql<boolean>`id = any(${slotIds}::uuid[])`)
    .execute()
  const isOfRemovedSlots = sql<boolean>`slot_id = any(${slotIds}::uuid[])`
  const released = await tx
    .updateTable('assignments')
    .set({ ended_at: now, end_reason: 'slot_removed' })
    .where(isOfRemovedSlots)
    .where('ended_at', 'is', null)
    .returning(['id as assignmentId', 'slot_id as slotId', 'khateeb_uid as khateebUid'])
    .execute()
  const pending = tx
    .selectFrom('proposals')
    .where(isOfRemovedSlots)
    .where('state', '=', 'pending')
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
  const closed = await closeProposals(tx, (proposals) => proposals.where('id', 'in', pending))
  await recordAudit(tx, { role: 'masjid', uid: masjidUid }, [
    ...slotIds.map((slotId) => ({ event: 'slot_removed', masjidUid, slotId }) as const),
    ...released.map((it) => ({ event: 'khateeb_released', masjidUid, ...it }) as const),
    ...closingEntries(closed),
  ])
  const affected = await selectAffected(
    tx,
    released.map((it) => it.assignmentId),
    closed.map((it) => it.proposalId),
  )
  return affected.map(({ email, khateebName: name, was, ...it }) => ({
    to: email,
    letter: { kind, props: { occasion: occasionOf(it), khateebName: name, was } },
  }))
}

/** The khateebs who were confirmed or proposed for a removed slot. */
async function selectAffected(tx: Tx, released: readonly string[], closed: readonly string[]) {
  if (released.length + closed.length === 0) return []
  const involved = tx
    .selectFrom('assignments')
    .where(sql<boolean>`id = any(${released}::uuid[])`)
    .select(['slot_id', 'khateeb_uid', sql<SlotRole>`'confirmed'`.as('was')])
    .unionAll(
      tx
        .selectFrom('proposals')
        .where(sql<boolean>`id = any(${closed}::uuid[])`)
        .select(['slot_id', 'khateeb_uid', 'direction as was']),
    )
  return tx
    .selectFrom(involved.as('i'))
    .innerJoin('slots as s', 's.id', 'i.slot_id')
    .innerJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .innerJoin('khateebs as k', 'k.uid', 'i.khateeb_uid')
    .innerJoin('accounts as a', 'a.uid', 'k.uid')
    .select(['a.email', khateebName('k').as('khateebName'), 'i.was', ...occasionColumns])
    .execute()
}
