import { sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { acceptInvite } from '../../contract/proposals.ts'
import type { Decision, Direction } from '../../domain/proposals/proposal.ts'
import { judgeAcceptance, judgeRejectOrRevoke } from '../../domain/proposals/proposal-rules.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import { databaseNow, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { queueNews } from '../news/queue-news.ts'
import { closedProposalsForCaller, closedProposalsInLetter } from './closed-proposals.ts'
import { fillSlot } from './fill-slot.ts'
import { lockAndLoad, type SlotPreference, type SlotReference } from './lock-and-load.ts'
import { unchangedOutcome } from './proposal-outcome.ts'
import { proposedStarts } from './proposed-starts.ts'
import { seenInstant } from './seen-start.ts'

/**
 * A decision about the proposal with the id `requestId`. If `requestId` is null, the decision is about the newest
 * proposal for the khateeb and the slot.
 */
export interface ProposalDecision {
  readonly direction: Direction
  readonly to: Decision
  readonly slot: SlotReference
  readonly khateebUid: string
  readonly requestId: string | null
  /** The start of the slot that the caller saw. */
  readonly seenStart?: string | null | undefined
  /** Whether the khateeb agrees to this start now, even if he requested another start. If so, he need not confirm this start again. */
  readonly isStartAgreed?: boolean
}

type DecisionOutcome = OutputOf<typeof acceptInvite>

/** Accepts, approves, rejects or revokes a proposal. Accepting or approving fills the slot. Of concurrent decisions, only one succeeds. */
export async function decideProposal(
  tx: Tx,
  { direction, to, isStartAgreed = false, ...target }: ProposalDecision,
  by: PartyActor,
): Promise<DecisionOutcome> {
  const preference = newestProposalNumber(direction, target)
  const { khateeb, slot, context } = await lockAndLoad(tx, target.khateebUid, target.slot, preference)
  const seen = { ...context, seenStart: seenInstant(target.seenStart) }
  const verdict =
    to === 'accepted'
      ? judgeAcceptance(direction, seen, target.requestId)
      : judgeRejectOrRevoke(direction, to, seen, target.requestId)
  if (verdict.kind === 'create') throw new Error('A decision cannot create a proposal')
  if (verdict.kind !== 'transition') return { ...unchangedOutcome(verdict), closed: [] }

  const { proposal } = verdict
  const decided = await tx
    .updateTable('proposals')
    .set({ state: to, decided_at: databaseNow, ...(isStartAgreed && { agreed_starts_at: null }) })
    .where('id', '=', proposal.id)
    .where('state', '=', 'pending')
    .returning(['id', 'direction', 'agreed_starts_at as agreedStartsAt'])
    .executeTakeFirst()
  // Every change of a proposal, except its expiry, locks its khateeb or its slot. This transaction has locked the khateeb and the slot, so
  // only the expiry can have changed the proposal.
  if (decided === undefined) throw new Failure('proposal_expired')
  const filled = to === 'accepted' ? await fillSlot(tx, slot, khateeb, decided) : undefined
  const closed = filled?.closed ?? []

  const masjid = { role: 'masjid', uid: slot.masjidUid } as const
  const speaker = { role: 'khateeb', uid: khateeb.uid } as const
  const recipient = by.role === 'masjid' ? speaker : masjid
  const ids = { masjidUid: slot.masjidUid, khateebUid: khateeb.uid, slotId: slot.slotId }
  await recordAudit(tx, by, [
    { event: `${direction}_${to}`, ...ids, proposalId: proposal.id, assignmentId: filled?.assignmentId },
    ...(filled?.auditEntries ?? []),
  ])
  // The khateeb may not know the slot's current start, unless he has just agreed to it.
  const mayNotKnowStart = by.role === 'masjid' && !isStartAgreed
  const from = mayNotKnowStart ? (await proposedStarts(tx, [proposal.id])).get(proposal.id) : undefined
  const props = {
    occasion: slotInLetter(slot),
    khateebUid: khateeb.uid,
    khateebName: khateeb.name,
    ...(from && { from }),
    closed: closedProposalsInLetter(recipient.role, recipient.uid, closed),
  }
  const news = { kind: newsKinds[direction][to], props } as const
  await queueNews(tx, [...(filled?.news ?? []), { partyUid: recipient.uid, news }])
  const closedForCaller = closedProposalsForCaller(by.role, by.uid, closed)
  return { requestId: proposal.id, state: to, changed: true, closed: closedForCaller }
}

function newestProposalNumber(
  direction: Direction,
  { khateebUid, requestId }: Pick<ProposalDecision, 'khateebUid' | 'requestId'>,
): SlotPreference {
  return (slot) => sql`(
    select max(number) from proposals
    where slot_id = ${sql.ref(`${slot}.id`)} and khateeb_uid = ${khateebUid} and direction = ${direction}
      and (${requestId}::uuid is null or proposals.id = ${requestId})
  )`
}

/** The news for the side that did not decide. */
const newsKinds = {
  invite: { accepted: 'invite_accepted', rejected: 'invite_rejected', revoked: 'invite_revoked' },
  request: { accepted: 'request_approved', rejected: 'request_rejected', revoked: 'request_revoked' },
} as const
