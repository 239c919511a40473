import { sql } from 'kysely'
import { recordAudit } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { khateebName } from '../fragments/khateeb-name.ts'
import type { Occasion, SlotRole } from '../letters/letter.ts'
import { occasionColumns } from '../proposals/occasion.ts'

/** A khateeb who was confirmed or proposed for a removed slot. */
export interface AffectedKhateeb extends Occasion {
  readonly email: string
  readonly khateebName: string
  readonly was: SlotRole
}

/**
 * Removes slots of a masjid, which the transaction must have locked. Ends their assignments and closes their proposals.
 * Returns the affected khateebs, for letters.
 */
export async function removeSlots(
  tx: Tx,
  masjidUid: string,
  slotIds: readonly string[],
): Promise<readonly AffectedKhateeb[]> {
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
    .returning(['id', 'slot_id as slotId', 'khateeb_uid as khateebUid'])
    .execute()
  const pending = tx
    .selectFrom('proposals')
    .where(isOfRemovedSlots)
    .where('state', '=', 'pending')
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
  const closed = await tx
    .updateTable('proposals')
    .set({ state: 'closed', decided_at: now })
    .where('id', 'in', pending)
    .where('state', '=', 'pending')
    .returning(['id', 'slot_id as slotId', 'khateeb_uid as khateebUid', 'direction'])
    .execute()
  await recordAudit(tx, { role: 'masjid', uid: masjidUid }, [
    ...slotIds.map((slotId) => ({ event: 'slot_removed', masjidUid, slotId }) as const),
    ...released.map(({ id, ...it }) => {
      return { event: 'khateeb_released', masjidUid, ...it, assignmentId: id } as const
    }),
    ...closed.map(({ id, direction, ...it }) => {
      return { event: `${direction}_closed`, masjidUid, ...it, proposalId: id } as const
    }),
  ])
  return selectAffected(
    tx,
    released.map((it) => it.id),
    closed.map((it) => it.id),
  )
}

async function selectAffected(
  tx: Tx,
  released: readonly string[],
  closed: readonly string[],
): Promise<readonly AffectedKhateeb[]> {
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
