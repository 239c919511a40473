import { isUpcoming } from '../khutbahs/is-upcoming.ts'
import { type Decision, type Direction, type Proposal, maxProposalsPerSide, type Situation } from './proposal.ts'

/** Why a call about a proposal is refused. */
type Refusal =
  | 'not_found'
  | 'slot_taken'
  | 'slot_past'
  | 'khateeb_busy'
  | 'already_invited'
  | 'already_requested'
  | 'too_many_proposals'
  | 'not_accepting'
  | 'you_blocked'
  | 'proposal_accepted'
  | 'proposal_rejected'
  | 'proposal_revoked'
  | 'proposal_closed'
  | 'proposal_expired'

/** What a call about a proposal comes to: it makes one, moves one, finds its work done, or is refused. */
export type Verdict =
  | { readonly kind: 'create' }
  | { readonly kind: 'transition'; readonly proposal: Proposal; readonly to: Decision }
  | { readonly kind: 'unchanged'; readonly proposal: Proposal }
  | { readonly kind: 'refused'; readonly why: Refusal }

function refused(why: Refusal): Verdict {
  return { kind: 'refused', why }
}

/** A new invite or request. The same call again finds the one that stands; the other side's is to be answered instead. */
export function propose(direction: Direction, situation: Situation): Verdict {
  const { slot, now, proposals } = situation
  if (slot.removed) return refused('not_found')
  if (!isUpcoming(slot.startsAt, now)) return refused('slot_past')
  const pending = proposals.find((it) => it.state === 'pending')
  if (pending?.direction === direction) return { kind: 'unchanged', proposal: pending }
  if (pending !== undefined)
    return refused(pending.direction === 'invite' ? 'already_invited' : 'already_requested')
  if (slot.filled) return refused('slot_taken')
  const proposer = direction === 'invite' ? 'masjid' : 'khateeb'
  if (situation.blockedBy.some((it) => it !== proposer)) return refused('not_accepting')
  if (situation.blockedBy.includes(proposer)) return refused('you_blocked')
  if (situation.khateebBusy) return refused('khateeb_busy')
  const made = [...situation.earlier, ...proposals.map((it) => it.direction)]
  return made.filter((it) => it === direction).length >= maxProposalsPerSide
    ? refused('too_many_proposals')
    : { kind: 'create' }
}

/** The proposal that a call means: the one it names, else the newest of its direction. */
function findProposal(direction: Direction, { proposals }: Situation, id: string | null): Proposal | undefined {
  return proposals.findLast((it) => it.direction === direction && (id === null || it.id === id))
}

/**
 * The other side says yes (accepts an invite, approves a request): the slot is filled. What stands in the way is
 * named by what it is now, rather than by how the proposal came to be closed.
 */
export function accept(direction: Direction, situation: Situation, id: string | null = null): Verdict {
  const { slot, now } = situation
  const proposal = findProposal(direction, situation, id)
  if (proposal === undefined) return refused('not_found')
  if (proposal.state === 'accepted') return { kind: 'unchanged', proposal }
  if (proposal.state === 'rejected' || proposal.state === 'revoked')
    return refused(`proposal_${proposal.state}`)
  if (!isUpcoming(slot.startsAt, now)) return refused('slot_past')
  if (slot.removed) return refused('proposal_closed')
  if (slot.filled) return refused('slot_taken')
  if (situation.khateebBusy) return refused('khateeb_busy')
  return proposal.state === 'pending'
    ? { kind: 'transition', proposal, to: 'accepted' }
    : refused(`proposal_${proposal.state}`)
}

/** The other side says no (`rejected`), or the side that proposed takes it back (`revoked`). */
export function decline(
  direction: Direction,
  to: 'rejected' | 'revoked',
  situation: Situation,
  id: string | null = null,
): Verdict {
  const proposal = findProposal(direction, situation, id)
  if (proposal === undefined) return refused('not_found')
  if (proposal.state === to) return { kind: 'unchanged', proposal }
  if (proposal.state !== 'pending') return refused(`proposal_${proposal.state}`)
  // The slot's time has come, though nobody wrote it down yet.
  if (!isUpcoming(situation.slot.startsAt, situation.now)) return refused('proposal_expired')
  return { kind: 'transition', proposal, to }
}
