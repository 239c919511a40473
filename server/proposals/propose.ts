import type { Direction } from '../../domain/proposals/proposal.ts'
import { judgeProposal } from '../../domain/proposals/proposal-rules.ts'
import type { PartyActor } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { createProposals } from './create-proposals.ts'
import { loadRuleAgainstInvite } from './load-rule-against-invite.ts'
import { lockAndLoad } from './lock-and-load.ts'
import { type ProposalOutcome, unchangedOutcome } from './proposal-outcome.ts'
import { type SeenSlot, seenInstant } from './seen-start.ts'

/** Proposes a khateeb for a slot: creates the masjid's invite, or the khateeb's request. */
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
  const [requestId] = await createProposals(tx, direction, [{ slot, khateeb }], by)
  if (requestId === undefined) throw new Error('A proposal was not created')
  return { requestId, state: 'pending', changed: true }
}
