import { sql } from 'kysely'
import type { Decision, Direction } from '../../domain/proposals/proposal.ts'
import { accept, decline } from '../../domain/proposals/proposal-rules.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { fillSlot } from './fill-slot.ts'
import { lockAndLoad, type SlotPreference, type SlotReference } from './lock-and-load.ts'
import { type ProposalOutcome, unchangedOutcome } from './proposal-outcome.ts'
import { slotInLetter } from './slot-in-letter.ts'

/** A decision about the newest proposal for a khateeb and a slot, or about the proposal with the id `requestId`. */
export interface DecisionRequest {
  readonly direction: Direction
  readonly to: Decision
  readonly slot: SlotReference
  readonly khateebUid: string
  readonly requestId: string | null
}

/** Accepts, approves, rejects or revokes a proposal. Accepting or approving fills the slot. Of concurrent decisions, one wins. */
export async function decide(
  tx: Tx,
  { direction, to, ...target }: DecisionRequest,
): Promise<ProposalOutcome> {
  const preference = newestProposalNumber(direction, target)
  const { khateeb, slot, situation } = await lockAndLoad(tx, target.khateebUid, target.slot, preference)
  const verdict =
    to === 'accepted'
      ? accept(direction, situation, target.requestId)
      : decline(direction, to, situation, target.requestId)
  if (verdict.kind === 'create') throw new Error('A decision cannot create a proposal')
  if (verdict.kind !== 'transition') return unchangedOutcome(verdict)

  const { proposal } = verdict
  const moved = await tx
    .updateTable('proposals')
    .set({ state: to, decided_at: now })
    .where('id', '=', proposal.id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  // Every change of a proposal except its expiry locks its khateeb or slot. Both are locked here, so the proposal has expired.
  if (moved.numUpdatedRows !== 1n) throw new Failure('proposal_expired')
  const filled = to === 'accepted' ? await fillSlot(tx, slot, khateeb, proposal.id) : undefined

  const { by, kind } = decisions[direction][to]
  const [actor, recipient] =
    by === 'masjid' ? [slot.masjidUid, khateeb.email] : [khateeb.uid, slot.masjidEmail]
  const ids = { masjidUid: slot.masjidUid, khateebUid: khateeb.uid, slotId: slot.slotId }
  await recordAudit(tx, { role: by, uid: actor }, [
    { event: `${direction}_${to}`, ...ids, proposalId: proposal.id, assignmentId: filled?.assignmentId },
    ...(filled?.closed ?? []),
  ])
  const props = { occasion: slotInLetter(slot), khateebName: khateeb.name }
  await queueLetters(tx, [{ to: recipient, letter: { kind, props } }])
  return { requestId: proposal.id, state: to, changed: true }
}

function newestProposalNumber(
  direction: Direction,
  { khateebUid, requestId }: Pick<DecisionRequest, 'khateebUid' | 'requestId'>,
): SlotPreference {
  return (slot) => sql`(
    select max(number) from proposals
    where slot_id = ${sql.ref(`${slot}.id`)} and khateeb_uid = ${khateebUid} and direction = ${direction}
      and (${requestId}::uuid is null or proposals.id = ${requestId})
  )`
}

/** The side that makes each decision, and the letter to the other side. */
const decisions = {
  invite: {
    accepted: { by: 'khateeb', kind: 'invite_accepted' },
    rejected: { by: 'khateeb', kind: 'invite_rejected' },
    revoked: { by: 'masjid', kind: 'invite_revoked' },
  },
  request: {
    accepted: { by: 'masjid', kind: 'request_approved' },
    rejected: { by: 'masjid', kind: 'request_rejected' },
    revoked: { by: 'khateeb', kind: 'request_revoked' },
  },
} as const
