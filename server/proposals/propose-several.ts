import type { InputOf } from '../../contract/endpoint.ts'
import type { inviteKhateebs } from '../../contract/proposals.ts'
import type { Direction } from '../../domain/proposals/proposal.ts'
import { judgeProposal } from '../../domain/proposals/proposal-rules.ts'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure, withFailureSubject } from '../http/failure.ts'
import { createProposals } from './create-proposals.ts'
import { loadRuleAgainstInvite } from './load-rule-against-invite.ts'
import {
  type LockedKhateeb,
  type LockedSlot,
  loadProposalContext,
  lockKhateeb,
  lockSlots,
} from './lock-and-load.ts'
import { unchangedOutcome } from './proposal-outcome.ts'
import { seenInstant } from './seen-start.ts'

interface ProposalBatch {
  /** Finds only slots of this masjid; undefined for slots of any masjid. */
  readonly masjidUid?: string
  readonly khateebUids: readonly string[]
  readonly slots: InputOf<typeof inviteKhateebs>['slots']
}

/**
 * Proposes each of the khateebs for each of the slots, all or none. Keeps proposals of the same side that are already pending. Locks all
 * khateebs, then all slots, each in the order of their ids. Every transaction uses this order, to prevent deadlocks. A `Failure` contains
 * the khateeb and the slot that it is about.
 * @param judgeAll throws if the slots can't be proposed together; not called if all proposals are already pending
 * @returns the khateebs and slots of the new proposals, soonest first
 */
export async function proposeKhateebsForSlots(
  tx: Tx,
  direction: Direction,
  { masjidUid, khateebUids, slots }: ProposalBatch,
  by: PartyActor,
  judgeAll: (slots: readonly LockedSlot[]) => void = () => {},
) {
  const khateebs: LockedKhateeb[] = []
  for (const khateebUid of [...new Set(khateebUids)].toSorted())
    khateebs.push(await withFailureSubject({ khateebUid }, () => lockVisibleKhateeb(tx, khateebUid)))
  const seenStarts = new Map(slots.map(({ slotId, seenStart }) => [slotId, seenStart]))
  const locked = await lockSlots(tx, seenStarts.keys(), masjidUid)
  const soonestFirst = locked.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const pairs = []
  for (const slot of soonestFirst) {
    for (const khateeb of khateebs) {
      const seenStart = seenInstant(seenStarts.get(slot.slotId))
      const about = { khateebUid: khateeb.uid, slotId: slot.slotId }
      const place = await withFailureSubject(about, () =>
        judgeNewProposal(tx, direction, slot, khateeb.uid, seenStart),
      )
      if (place !== null) pairs.push({ khateeb, slot: { ...slot, ...place } })
    }
  }
  if (pairs.length > 0) judgeAll(soonestFirst)
  await createProposals(tx, direction, pairs, by)
  return pairs
}

async function lockVisibleKhateeb(tx: Tx, uid: string): Promise<LockedKhateeb> {
  const khateeb = await lockKhateeb(tx, uid)
  if (khateeb.hidden) throw new Failure('not_found')
  return khateeb
}

/**
 * Returns the place of the slot's masjid if the rules allow a new proposal. Returns null if a proposal of the same side is pending. Throws
 * a `Failure` if the rules refuse.
 */
async function judgeNewProposal(
  tx: Tx,
  direction: Direction,
  slot: LockedSlot,
  khateebUid: string,
  seenStart: Date | null,
) {
  if (slot.hidden) throw new Failure('not_found')
  const { place, ...context } = await loadProposalContext(tx, slot, khateebUid)
  const ruleAgainst = direction === 'invite' ? await loadRuleAgainstInvite(tx, slot, khateebUid) : null
  const verdict = judgeProposal(direction, { ...context, seenStart }, ruleAgainst)
  if (verdict.kind === 'create') return place
  unchangedOutcome(verdict, ruleAgainst)
  return null
}
