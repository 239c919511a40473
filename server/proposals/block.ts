import type { blockAccount } from '../../contract/blocks.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller } from '../http/route.ts'
import { closedProposalsForCaller } from './closed-proposals.ts'
import { decideProposal, type ProposalDecision } from './decide.ts'
import { lockKhateeb } from './lock-and-load.ts'
import { proposalsWithBothSides } from './slots-with-masjids.ts'

type KhateebAndMasjid = InputOf<typeof blockAccount>
type BlockOutcome = Omit<OutputOf<typeof blockAccount>, 'by'>

/**
 * Blocks the other side for the caller. Rejects or revokes all pending proposals between the two sides, and returns these proposals. The
 * lock on the khateeb prevents new proposals between the block and the search for pending ones.
 */
export async function block(tx: Tx, pair: KhateebAndMasjid, by: Caller): Promise<BlockOutcome> {
  const { isHidden } = await lockKhateebOfPair(tx, pair)
  // Pending proposals of suspended accounts are hidden and cannot be decided.
  if (isHidden) throw new Failure('not_found')
  const made = await tx
    .insertInto('blocks')
    .values({ khateeb_uid: pair.khateebUid, masjid_uid: pair.masjidUid, by_role: by.role })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 0n) return { changed: false, closed: [] }
  await recordAudit(tx, by, [{ event: 'account_blocked', ...pair }])
  const declined = await declinePendingProposals(tx, by, pair)
  return { changed: true, closed: closedProposalsForCaller(by.role, by.uid, declined) }
}

/** Removes the caller's block. Does not restore the proposals that the block ended. */
export async function unblock(tx: Tx, pair: KhateebAndMasjid, by: Caller): Promise<{ changed: boolean }> {
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
async function lockKhateebOfPair(tx: Tx, { khateebUid, masjidUid }: KhateebAndMasjid) {
  const khateeb = await lockKhateeb(tx, khateebUid)
  const masjid = await tx
    .selectFrom('masjids')
    .where('uid', '=', masjidUid)
    .select('hidden')
    // A concurrent deletion of the masjid would otherwise make the insert of the block fail.
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
  return { isHidden: khateeb.hidden || masjid.hidden }
}

async function declinePendingProposals(tx: Tx, by: Caller, { khateebUid, masjidUid }: KhateebAndMasjid) {
  const pending = await proposalsWithBothSides(tx)
    .where('p.khateeb_uid', '=', khateebUid)
    .where('p.masjid_uid', '=', masjidUid)
    .where('p.state', '=', 'pending')
    .where('s.starts_at', '>=', databaseNow)
    // Every transaction that locks several slots uses this order, to prevent deadlocks.
    .orderBy('s.id')
    .select(['p.id as requestId', 's.starts_at as startsAt'])
    .execute()
  const declined = []
  for (const proposal of pending) {
    const { requestId, direction, slotId } = proposal
    const isOwn = (direction === 'invite') === (by.role === 'masjid')
    const to = isOwn ? 'revoked' : 'rejected'
    if (await decideIfPending(tx, { direction, to, slot: { slotId }, khateebUid, requestId }, by))
      declined.push(proposal)
  }
  return declined
}

/**
 * Returns false if the proposal has ended since it was read: its slot was filled or removed, or has begun, before `decideProposal` locked
 * the slot.
 */
async function decideIfPending(tx: Tx, decision: ProposalDecision, by: Caller): Promise<boolean> {
  try {
    await decideProposal(tx, decision, by)
    return true
  } catch (error) {
    if (error instanceof Failure && error.code.startsWith('proposal_')) return false
    throw error
  }
}
