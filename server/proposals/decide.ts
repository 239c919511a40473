import { sql } from 'kysely'
import { accept, decline } from '../../domain/proposals/proposal-rules.ts'
import type { Decision, Direction } from '../../domain/proposals/proposal.ts'
import { record } from '../audit/record.ts'
import { now, type Tx } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { LetterKind } from '../letters/letter.ts'
import { queueLetters } from '../letters/queue-letters.ts'
import { fill } from './fill-slot.ts'
import { occasionOf } from './occasion.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { lockKhateeb, lockSlot, type SlotReference, loadSituation } from './lock-and-load.ts'

/** A decision about a proposal, as its people and slot name it; `requestId` names one of several. */
export interface Deciding {
  readonly direction: Direction
  readonly to: Decision
  readonly slot: SlotReference
  readonly khateebUid: string
  readonly requestId: string | null
}

/** Accepts, approves, rejects or revokes a proposal; an agreement fills the slot. Exactly one decision wins. */
export async function decide(tx: Tx, { direction, to, ...asked }: Deciding): Promise<Outcome> {
  const khateeb = await lockKhateeb(tx, asked.khateebUid)
  const slot = await lockSlot(tx, asked.slot, newestProposalNumber(direction, asked))
  if (khateeb === undefined || slot === undefined || khateeb.hidden || slot.hidden)
    throw new Failure('not_found')
  const situation = await loadSituation(tx, slot, khateeb.uid)
  const verdict =
    to === 'accepted'
      ? accept(direction, situation, asked.requestId)
      : decline(direction, to, situation, asked.requestId)
  if (verdict.kind === 'create') throw new Error('a decision never makes a proposal')
  if (verdict.kind !== 'transition') return outcomeOf(verdict)

  const moved = await tx
    .updateTable('proposals')
    .set({ state: to, decided_at: now })
    .where('id', '=', verdict.proposal.id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  // Only expiry moves a proposal without holding its khateeb and its slot.
  if (moved.numUpdatedRows !== 1n) throw new Failure('proposal_expired')
  const filled = to === 'accepted' ? await fill(tx, slot, khateeb, verdict.proposal.id) : undefined

  const { kind, reader } = news[direction][to]
  const by =
    reader === 'masjid'
      ? ({ role: 'khateeb', uid: khateeb.uid } as const)
      : ({ role: 'masjid', uid: slot.masjidUid } as const)
  await record(tx, by, [
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
    { to: reader === 'khateeb' ? khateeb.email : slot.masjidEmail, letter: { kind, props } },
  ])
  return { requestId: verdict.proposal.id, state: to, changed: true }
}

function newestProposalNumber(direction: Direction, { khateebUid, requestId }: Omit<Deciding, 'direction' | 'to'>) {
  return sql`(
    select max(number) from proposals
    where slot_id = s.id and khateeb_uid = ${khateebUid} and direction = ${direction}
      and (${requestId}::uuid is null or proposals.id = ${requestId})
  )`
}

type PlainNews = Extract<
  LetterKind,
  | 'invite_accepted'
  | 'invite_rejected'
  | 'invite_revoked'
  | 'request_approved'
  | 'request_rejected'
  | 'request_revoked'
>

/** Who is written to after a decision, and what: always the side that did not decide. */
const news: Readonly<
  Record<
    Direction,
    Readonly<Record<Decision, { readonly kind: PlainNews; readonly reader: 'khateeb' | 'masjid' }>>
  >
> = {
  invite: {
    accepted: { kind: 'invite_accepted', reader: 'masjid' },
    rejected: { kind: 'invite_rejected', reader: 'masjid' },
    revoked: { kind: 'invite_revoked', reader: 'khateeb' },
  },
  request: {
    accepted: { kind: 'request_approved', reader: 'khateeb' },
    rejected: { kind: 'request_rejected', reader: 'khateeb' },
    revoked: { kind: 'request_revoked', reader: 'masjid' },
  },
}
