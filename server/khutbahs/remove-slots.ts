import { sql } from 'kysely'
import { recordAudit } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { khateebName } from '../fragments/khateeb-name.ts'
import type { SlotRole } from '../letters/letter.ts'
import type { AddressedLetter } from '../letters/queue-letters.ts'
import { closeProposals, closingEntries } from '../proposals/close-proposals.ts'
import { occasionColumns, occasionOf } from '../proposals/occasion.ts'

/**
 * Removes slots of a masjid, which the transaction must have locked. Ends their assignments and closes their proposals.
 * Returns the letters to the affected khateebs.
 */
export async function removeSlots(
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
