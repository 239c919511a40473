import { sql } from 'kysely'
import type { Decision, Direction } from '../../domain/proposals/proposal.ts'
import { accept, decline } from '../../domain/proposals/proposal-rules.ts'
import { recordAudit } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { fillSlot } from './fill-slot.ts'
import { loadSituation, lockKhateeb, lockSlot, type SlotReference } from './lock-and-load.ts'
import { occasionOf } from './occasion.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** A decision about the newest proposal for a khateeb and a slot, or about the proposal with the id `requestId`. */
export interface DecisionRequest {
  readonly direction: Direction
  readonly to: Decision
  readonly slot: SlotReference
  readonly khateebUid: string
  readonly requestId: string | null
}

/** Accepts, approves, rejects or revokes a proposal. Accepting or approving fills the slot. Of concurrent decisions, one wins. */
export async function decide(tx: Tx, { direction, to, ...target }: DecisionRequest): Promise<Outcome> {
  const khateeb = await lockKhateeb(tx, target.khateebUid)
  const slot = await lockSlot(tx, target.slot, newestProposalNumber(direction, target))
  if (khateeb === undefined || slot === undefined || khateeb.hidden || slot.hidden)
    throw new Failure('not_found')
  const situation = await loadSituation(tx, slot, khateeb.uid)
  const verdict =
    to === 'accepted'
      ? accept(direction, situation, target.requestId)
      : decline(direction, to, situation, target.requestId)
  if (verdict.kind === 'create') throw new Error('A decision cannot create a proposal')
  if (verdict.kind !== 'transition') return outcomeOf(verdict)

  const moved = await tx
    .updateTable('proposals')
    .set({ state: to, decided_at: now })
    .where('id', '=', verdict.proposal.id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  // Only expiry changes a proposal without locking its khateeb and slot.
  if (moved.numUpdatedRows !== 1n) throw new Failure('proposal_expired')
  const filled = to === 'accepted' ? await fillSlot(tx, slot, khateeb, verdict.proposal.id) : undefined

  const { kind, recipient } = decisionLetters[direction][to]
  const by =
    recipient === 'masjid'
      ? ({ role: 'khateeb', uid: khateeb.uid } as const)
      : ({ role: 'masjid', uid: slot.masjidUid } as const)
  await recordAudit(tx, by, [
    {
      event: `${direction}_${to}`,
      masjidUid: slot.masjidUid,
      khateebUid: khateeb.uid,
      slotId: slot.id,
      proposalId: verdict.proposal.id,
      ...(filled && { assignmentId: filled.assignmentId }),
    },
    ...(filled?.closed ?? []),
  ])
  const props = { occasion: occasionOf(slot), khateebName: khateeb.name }
  await queueLetters(tx, [
    { to: recipient === 'khateeb' ? khateeb.email : slot.masjidEmail, letter: { kind, props } },
  ])
  return { requestId: verdict.proposal.id, state: to, changed: true }
}

function newestProposalNumber(
  direction: Direction,
  { khateebUid, requestId }: Pick<DecisionRequest, 'khateebUid' | 'requestId'>,
) {
  return sql`(
    select max(number) from proposals
    where slot_id = s.id and khateeb_uid = ${khateebUid} and direction = ${direction}
      and (${requestId}::uuid is null or proposals.id = ${requestId})
  )`
}

/** The letter that each decision sends. The recipient is always the side that did not decide. */
const decisionLetters = {
  invite: {
    accepted: { kind: 'invite_accepted', recipient: 'masjid' },
    rejected: { kind: 'invite_rejected', recipient: 'masjid' },
    revoked: { kind: 'invite_revoked', recipient: 'khateeb' },
  },
  request: {
    accepted: { kind: 'request_approved', recipient: 'khateeb' },
    rejected: { kind: 'request_rejected', recipient: 'khateeb' },
    revoked: { kind: 'request_revoked', recipient: 'masjid' },
  },
} as const
