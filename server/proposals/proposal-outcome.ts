import type { OutputOf } from '../../contract/endpoint.ts'
import { khateebUnavailableSentences } from '../../contract/failures.ts'
import type { inviteToLead } from '../../contract/proposals.ts'
import type { KhateebUnavailableRule } from '../../domain/availability/availability.ts'
import type { ProposalVerdict } from '../../domain/proposals/proposal-rules.ts'
import { Failure } from '../http/failure.ts'

/** A proposal's state after a call, and whether the call changed it. */
export type ProposalOutcome = OutputOf<typeof inviteToLead>

/**
 * Returns the response to a call that changes nothing: the unchanged proposal. Throws a `Failure` if the rules refused the call.
 * @param ruleAgainst the khateeb's own limit that refused an invite; null if no limit did
 */
export function unchangedOutcome(
  verdict: Exclude<ProposalVerdict, { kind: 'create' }>,
  ruleAgainst: KhateebUnavailableRule | null = null,
): ProposalOutcome {
  if (verdict.kind === 'refused') {
    if (verdict.why !== 'khateeb_unavailable' || ruleAgainst === null) throw new Failure(verdict.why)
    throw new Failure(verdict.why, { rule: ruleAgainst, sentence: khateebUnavailableSentences[ruleAgainst] })
  }
  const { proposal } = verdict
  return { requestId: proposal.id, state: proposal.state, changed: false }
}
