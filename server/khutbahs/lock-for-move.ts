import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { forceRetry } from '../database/force-retry.ts'

/**
 * Locks the khateebs who are confirmed for these slots of a masjid or have a pending proposal, then the slots: the same order as in every
 * transaction. So no other masjid can confirm these khateebs while the slots move. Makes the transaction retry if another khateeb got a
 * proposal before the slots were locked.
 * @returns the uids of the khateebs
 */
export async function lockForMove(
  tx: Tx,
  masjidUid: string,
  slotIds: readonly string[],
): Promise<readonly string[]> {
  const khateebs = await khateebsOf(tx, slotIds)
  await tx
    .selectFrom('khateebs')
    .where(sql<boolean>`uid = any(${khateebs}::uuid[])`)
    .orderBy('uid')
    .forNoKeyUpdate()
    .select('uid')
    .execute()
  await tx
    .selectFrom('slots')
    .where('masjid_uid', '=', masjidUid)
    .where(sql<boolean>`id = any(${slotIds}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id')
    .execute()
  const locked = new Set(khateebs)
  if ((await khateebsOf(tx, slotIds)).some((uid) => !locked.has(uid))) await forceRetry(tx)
  return khateebs
}

async function khateebsOf(tx: Tx, slotIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ uid: string }>`
    select khateeb_uid as uid from assignments where slot_id = any(${slotIds}::uuid[]) and ended_at is null
    union
    select khateeb_uid from proposals where slot_id = any(${slotIds}::uuid[]) and state = 'pending'`.execute(
    tx,
  )
  return rows.map((it) => it.uid)
}
