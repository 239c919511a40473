import type { Role } from '../../contract/endpoint.ts'
import { record } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import { decide } from './decide.ts'
import { lockKhateeb } from './lock-and-load.ts'

interface Pair {
  readonly khateebUid: string
  readonly masjidUid: string
}

/**
 * Blocks a masjid for a khateeb, or the other way round, and answers what is pending between them with a no. The
 * khateeb is held, as by whoever proposes: nothing comes between the block and the look at what is pending.
 */
export async function block(tx: Tx, by: Caller, pair: Pair): Promise<{ changed: boolean }> {
  const { isHidden } = await hold(tx, pair)
  // What is pending with the suspended is out of sight, and could not be answered.
  if (isHidden) throw new Failure('not_found')
  const made = await tx
    .insertInto('blocks')
    .values({ khateeb_uid: pair.khateebUid, masjid_uid: pair.masjidUid, by_role: by.role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 0n) return { changed: false }
  await record(tx, by, [{ event: 'account_blocked', ...pair }])
  await declinePending(tx, by.role, pair)
  return { changed: true }
}

/** Takes a block back; what it ended does not come back. */
export async function unblock(tx: Tx, by: Caller, pair: Pair): Promise<{ changed: boolean }> {
  await hold(tx, pair)
  const gone = await tx
    .deleteFrom('blocks')
    .where('khateeb_uid', '=', pair.khateebUid)
    .where('masjid_uid', '=', pair.masjidUid)
    .where('by_role', '=', by.role)
    .executeTakeFirst()
  if (gone.numDeletedRows === 0n) return { changed: false }
  await record(tx, by, [{ event: 'account_unblocked', ...pair }])
  return { changed: true }
}

/** Holds the khateeb, and sees that there is such a masjid. */
async function hold(tx: Tx, { khateebUid, masjidUid }: Pair): Promise<{ isHidden: boolean }> {
  const khateeb = await lockKhateeb(tx, khateebUid)
  const masjid = await tx
    .selectFrom('masjids')
    .where('uid', '=', masjidUid)
    .select('hidden')
    .executeTakeFirst()
  if (khateeb === undefined || masjid === undefined) throw new Failure('not_found')
  return { isHidden: khateeb.hidden || masjid.hidden }
}

async function declinePending(tx: Tx, role: Role, { khateebUid, masjidUid }: Pair): Promise<void> {
  const pending = await tx
    .selectFrom('proposals as p')
    .innerJoin('slots as s', 's.id', 'p.slot_id')
    .where('p.khateeb_uid', '=', khateebUid)
    .where('p.masjid_uid', '=', masjidUid)
    .where('p.state', '=', 'pending')
    .where('s.starts_at', '>=', now)
    // The order in which everybody locks several slots.
    .orderBy('s.id')
    .select(['p.id as requestId', 'p.direction', 's.id as slotId'])
    .execute()
  for (const { requestId, direction, slotId } of pending) {
    const isOwn = (direction === 'invite') === (role === 'masjid')
    const to = isOwn ? 'revoked' : 'rejected'
    await decide(tx, { direction, to, slot: { slotId }, khateebUid, requestId })
  }
}
