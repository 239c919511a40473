import type { Direction } from '../../domain/proposals/proposal.ts'
import { judgeProposal } from '../../domain/proposals/proposal-rules.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { slotInLetter } from '../letters/slot-in-letter.ts'
import { queueNews } from '../news/queue-news.ts'
import { loadRuleAgainstInvite } from './load-rule-against-invite.ts'
import { lockAndLoad } from './lock-and-load.ts'
import { type ProposalOutcome, unchangedOutcome } from './proposal-outcome.ts'
import { type SeenSlot, seenInstant } from './seen-slot.ts'

/** Proposes a khateeb for a slot: the masjid's invite, or the khateeb's request. */
export async function propose(
  tx: Tx,
  direction: Direction,
  { seenStart, ...reference }: SeenSlot,
  khateebUid: string,
  by: PartyActor,
): Promise<ProposalOutcome> {
  const { khateeb, slot, context } = await lockAndLoad(tx, khateebUid, reference)
  const ruleAgainst = direction === 'invite' ? await loadRuleAgainstInvite(tx, slot, khateebUid) : null
  const verdict = judgeProposal(direction, { ...context, seenStart: seenInstant(seenStart) }, ruleAgainst)
  if (verdict.kind !== 'create') return unchangedOutcome(verdict, ruleAgainst)
  const { slotId, masjidUid } = slot
  const { proposalId } = await tx
    .insertInto('proposals')
    .values({ slot_id: slotId, masjid_uid: masjidUid, khateeb_uid: khateebUid, direction })
    .returning('id as proposalId')
    .executeTakeFirstOrThrow()
  const entry = { event: `${direction}_sent`, masjidUid, khateebUid, slotId, proposalId } as const
  await recordAudit(tx, by, [entry])
  const props = { occasion: slotInLetter(slot), khateebUid, khateebName: khateeb.name, proposalId }
  await queueNews(tx, [
    direction === 'invite'
      ? { partyUid: khateebUid, news: { kind: 'invite_received', props } }
      : { partyUid: masjidUid, news: { kind: 'request_received', props } },
  ])
  return { requestId: proposalId, state: 'pending', changed: true }
}
