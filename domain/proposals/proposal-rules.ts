import type { Role } from '../../contract/endpoint.ts'
import { refusalByApproval } from '../approval/approval.ts'
import type { KhateebUnavailableRule } from '../availability/availability.ts'
import { hasStartChanged } from '../khutbahs/has-start-changed.ts'
import { isUpcoming } from '../khutbahs/is-upcoming.ts'
import { refusalByEnd } from './end-assignment.ts'
import {
  type AcceptanceContext,
  type Decision,
  type Direction,
  maxProposalsPerSide,
  type Proposal,
  type ProposalContext,
  type ProposalState,
} from './proposal.ts'

type Refusal =
  | 'not_found'
  | 'slot_taken'
  | 'slot_past'
  | 'khateeb_busy'
  | 'khateeb_unavailable'
  | 'start_changed'
  | 'already_invited'
  | 'already_requested'
  | ReturnType<typeof refusalByEnd>
  | 'too_many_proposals'
  | 'not_accepting'
  | 'you_blocked'
  | NonNullable<ReturnType<typeof refusalByApproval>>
  | `proposal_${Exclude<ProposalState, 'pending'>}`

/**
 * The decision about a call. `create`: insert a proposal. `transition`: change the state of a proposal. `unchanged`: the proposal already
 * has the requested state, so a retry succeeds.
 */
export type ProposalVerdict =
  | { readonly kind: 'create' }
  | { readonly kind: 'transition'; readonly proposal: Proposal; readonly to: Decision }
  | { readonly kind: 'unchanged'; readonly proposal: Proposal }
  | { readonly kind: 'refused'; readonly why: Refusal }

function refused(why: Refusal): ProposalVerdict {
  return { kind: 'refused', why }
}

/**
 * Decides whether a new invite or request may be created. If the same proposal is pending, a retry returns it as `unchanged`. If a proposal
 * of the other side is pending, the call is refused, because the caller should answer that proposal.
 * @param ruleAgainst the khateeb's rule that forbids an invite (`ruleAgainstInvite`), or null. This rule never forbids a request
 */
export function judgeProposal(
  direction: Direction,
  context: ProposalContext,
  ruleAgainst: KhateebUnavailableRule | null = null,
): ProposalVerdict {
  const { slot, now, proposals } = context
  if (slot.removed) return refused('not_found')
  if (!isUpcoming(slot.startsAt, now)) return refused('slot_past')
  const pending = proposals.find((it) => it.state === 'pending')
  if (pending?.direction === direction) return unchangedUnlessMoved(context, pending)
  if (pending !== undefined)
    return refused(pending.direction === 'invite' ? 'already_invited' : 'already_requested')
  if (slot.filled) return refused('slot_taken')
  const proposer = direction === 'invite' ? 'masjid' : 'khateeb'
  const blocked = refusalByBlock(proposer, context.blockedBy)
  if (blocked !== null) return refused(blocked)
  const notApproved = refusalByApproval(proposer, context.approval)
  if (notApproved !== null) return refused(notApproved)
  if (context.khateebBusy) return refused('khateeb_busy')
  if (direction === 'invite' && ruleAgainst !== null) return refused('khateeb_unavailable')
  if (proposalsLeft(direction, context) === 0) return refused('too_many_proposals')
  return hasStartChanged(slot, context.seenStart) ? refused('start_changed') : { kind: 'create' }
}

/** Returns why a proposal is refused because of a block; null if neither side has blocked the other. */
export function refusalByBlock(
  proposer: Role,
  blockedBy: readonly Role[],
): 'not_accepting' | 'you_blocked' | null {
  if (blockedBy.some((it) => it !== proposer)) return 'not_accepting'
  return blockedBy.length > 0 ? 'you_blocked' : null
}

/**
 * Returns the number of invites, or of requests, that can still be sent for the slot. Proposals for removed slots at the same date and time
 * count, too (`earlierDirections`), so that posting a slot again does not allow more of them.
 */
export function proposalsLeft(
  direction: Direction,
  { earlierDirections, proposals }: Pick<ProposalContext, 'earlierDirections' | 'proposals'>,
): number {
  const made = [...earlierDirections, ...proposals.map((it) => it.direction)]
  return Math.max(0, maxProposalsPerSide - made.filter((it) => it === direction).length)
}

/** Finds the proposal with this id and direction. Without an id, finds the newest proposal of the direction. */
function findProposal(direction: Direction, { proposals }: ProposalContext, id: string | null) {
  return proposals.findLast((it) => it.direction === direction && (id === null || it.id === id))
}

/**
 * Decides whether an invite may be accepted or a request approved. The acceptance or approval fills the slot. The refusal of a closed or
 * expired proposal names the obstacle that exists now, such as `slot_taken`; without an obstacle, it names the state of the proposal. An
 * accepted proposal is `unchanged` only while its khateeb is confirmed for the slot.
 */
export function judgeAcceptance(
  direction: Direction,
  context: AcceptanceContext,
  id: string | null = null,
): ProposalVerdict {
  const { slot, now } = context
  const proposal = findProposal(direction, context, id)
  if (proposal === undefined) return refused('not_found')
  if (proposal.state === 'accepted') {
    const end = context.assignmentEnd ?? null
    return end === null ? unchangedUnlessMoved(context, proposal) : refused(refusalByEnd(end))
  }
  if (proposal.state === 'rejected' || proposal.state === 'revoked')
    return refused(`proposal_${proposal.state}`)
  if (!isUpcoming(slot.startsAt, now)) return refused('slot_past')
  if (slot.removed) return refused('proposal_closed')
  if (slot.filled) return refused('slot_taken')
  if (context.khateebBusy) return refused('khateeb_busy')
  if (proposal.state !== 'pending') return refused(`proposal_${proposal.state}`)
  return hasStartChanged(slot, context.seenStart)
    ? refused('start_changed')
    : { kind: 'transition', proposal, to: 'accepted' }
}

/** Returns `unchanged` for a retry. But refuses the retry with `start_changed` if the slot has moved since the caller saw its start. */
function unchangedUnlessMoved(
  { slot, seenStart }: Pick<ProposalContext, 'slot' | 'seenStart'>,
  proposal: Proposal,
): ProposalVerdict {
  return hasStartChanged(slot, seenStart) ? refused('start_changed') : { kind: 'unchanged', proposal }
}

/** Decides whether the receiver may reject a proposal, or the sender revoke it. */
export function judgeRejectOrRevoke(
  direction: Direction,
  to: 'rejected' | 'revoked',
  context: ProposalContext,
  id: string | null = null,
): ProposalVerdict {
  const proposal = findProposal(direction, context, id)
  if (proposal === undefined) return refused('not_found')
  if (proposal.state === to) return { kind: 'unchanged', proposal }
  if (proposal.state !== 'pending') return refused(`proposal_${proposal.state}`)
  // The slot has started, but the job that sets proposals to `expired` hasn't run yet.
  if (!isUpcoming(context.slot.startsAt, context.now)) return refused('proposal_expired')
  return { kind: 'transition', proposal, to }
}
