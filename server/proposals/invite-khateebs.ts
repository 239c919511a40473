import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { inviteKhateebs as endpoint } from '../../contract/proposals.ts'
import { judgeProposal } from '../../domain/proposals/proposal-rules.ts'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure, naming } from '../http/failure.ts'
import { createProposals } from './create-proposals.ts'
import { loadRuleAgainstInvite } from './load-rule-against-invite.ts'
import {
  type LockedKhateeb,
  type LockedSlot,
  loadProposalContext,
  lockKhateeb,
  lockSlot,
} from './lock-and-load.ts'
import { unchangedOutcome } from './proposal-outcome.ts'
import { seenInstant } from './seen-slot.ts'

/**
 * A masjid invites each of the khateebs to each of the slots, all or none. Invites that are pending stay. Locks all khateebs, then all
 * slots, each by id: as every transaction does, to avoid deadlocks. A `Failure` names the khateeb and the slot that it is about.
 */
export async function inviteKhateebs(
  tx: Tx,
  { masjidUid, khateebUids, slots }: InputOf<typeof endpoint>,
  by: PartyActor,
): Promise<Omit<OutputOf<typeof endpoint>, 'by'>> {
  const khateebs: LockedKhateeb[] = []
  for (const khateebUid of [...new Set(khateebUids)].toSorted())
    khateebs.push(await naming({ khateebUid }, () => lockVisibleKhateeb(tx, khateebUid)))
  const seenStarts = new Map(slots.map(({ slotId, seenStart }) => [slotId, seenStart]))
  const locked: LockedSlot[] = []
  for (const slotId of [...seenStarts.keys()].toSorted())
    locked.push(await naming({ slotId }, () => lockSlot(tx, { slotId, masjidUid })))
  const soonestFirst = locked.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const pairs = []
  for (const slot of soonestFirst) {
    for (const khateeb of khateebs) {
      const seenStart = seenInstant(seenStarts.get(slot.slotId))
      const about = { khateebUid: khateeb.uid, slotId: slot.slotId }
      const place = await naming(about, () => placeOfNewInvite(tx, slot, khateeb.uid, seenStart))
      if (place !== null) pairs.push({ khateeb, slot: { ...slot, ...place } })
    }
  }
  await createProposals(tx, 'invite', pairs, by)
  const invited = new Set(pairs.map((it) => it.khateeb.uid)).size
  return { changed: pairs.length > 0, invited, invites: pairs.length }
}

async function lockVisibleKhateeb(tx: Tx, uid: string): Promise<LockedKhateeb> {
  const khateeb = await lockKhateeb(tx, uid)
  if (khateeb.hidden) throw new Failure('not_found')
  return khateeb
}

/** Where the masjid of a slot is, if the rules allow a new invite; null if one is pending. */
async function placeOfNewInvite(tx: Tx, slot: LockedSlot, khateebUid: string, seenStart: Date | null) {
  if (slot.hidden) throw new Failure('not_found')
  const { place, ...context } = await loadProposalContext(tx, slot, khateebUid)
  const ruleAgainst = await loadRuleAgainstInvite(tx, slot, khateebUid)
  const verdict = judgeProposal('invite', { ...context, seenStart }, ruleAgainst)
  if (verdict.kind === 'create') return place
  unchangedOutcome(verdict, ruleAgainst)
  return null
}
