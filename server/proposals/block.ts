import type { Role } from '../../contract/endpoint.ts'
import { recordAudit } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import { decide } from './decide.ts'
import { lockKhateeb } from './lock-and-load.ts'

interface KhateebAndMasjid {
  readonly khateebUid: string
  readonly masjidUid: string
}

/**
 * Blocks the other side for the caller, and rejects or revokes all pending proposals between the two. The lock on the
 * khateeb keeps new proposals from being made between the block and the search for pending ones.
 */
export async function block(tx: Tx, by: Caller, pair: KhateebAndMasjid): Promise<{ changed: boolean }> {
  const { isHidden } = await lockKhateebOfPair(tx, pair)
  // Pending proposals of suspended accounts are hidden and cannot be decided.
  if (isHidden) throw new Failure('not_found')
  const made = await tx
    .insertInto('blocks')
    .values({ khateeb_uid: pair.khateebUid, masjid_uid: pair.masjidUid, by_role: by.role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 0n) return { changed: false }
  await recordAudit(tx, by, [{ event: 'account_blocked', ...pair }])
  await declinePending(tx, by.role, pair)
  return { changed: true }
}

/** Removes the caller's block. Proposals that the block ended stay ended. */
export async function unblock(tx: Tx, by: Caller, pair: KhateebAndMasjid): Promise<{ changed: boolean }> {
  await lockKhateebOfPair(tx, pair)
  const gone = await tx
    .deleteFrom('blocks')
    .where('khateeb_uid', '=', pair.khateebUid)
    .where('masjid_uid', '=', pair.masjidUid)
    .where('by_role', '=', by.role)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) return { changed: false }
  await recordAudit(tx, by, [{ event: 'account_unblocked', ...pair }])
  return { changed: true }
}

/** Locks the khateeb's row. Throws `not_found` unless both accounts exist. */
async function lockKhateebOfPair(
  tx: Tx,
  { khateebUid, masjidUid }: KhateebAndMasjid,
): Promise<{ isHidden: boolean }> {
  const khateeb = await lockKhateeb(tx, khateebUid)
  const masjid = await tx
    .selectFrom('masjids')
    .where('uid', '=', masjidUid)
    .select('hidden')
    .executeTakeFirst()
  if (khateeb === undefined || masjid === undefined) throw new Failure('not_found')
  return { isHidden: khateeb.hidden || masjid.hidden }
}

async function declinePending(
  tx: Tx,
  role: Role,
  { khateebUid, masjidUid }: KhateebAndMasjid,
): Promise<void> {
  const pending = await tx
    .selectFrom('proposals as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .where('p.khateeb_uid', '=', khateebUid)
    .where('p.masjid_uid', '=', masjidUid)
    .where('p.state', '=', 'pending')
    .where('s.starts_at', '>=', now)
    // Every transaction locks several slots in this order, to avoid deadlocks.
    .orderBy('s.id')
    .select(['p.id as requestId', 'p.direction', 's.id as slotId'])
    .execute()
  for (const { requestId, direction, slotId } of pending) {
    const isOwn = (direction === 'invite') === (role === 'masjid')
    const to = isOwn ? 'revoked' : 'rejected'
    await decide(tx, { direction, to, slot: { slotId }, khateebUid, requestId })
  }
}
