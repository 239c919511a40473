import type { OutputOf } from '../../contract/endpoint.ts'
import { unavailableSentences } from '../../contract/failures.ts'
import type { inviteToLead } from '../../contract/proposals.ts'
import type { ProposalContext } from '../../domain/proposals/proposal.ts'
import type { Verdict } from '../../domain/proposals/proposal-rules.ts'
import { Failure } from '../http/failure.ts'

/** A proposal's state after a call, and whether the call changed it. */
export type ProposalOutcome = OutputOf<typeof inviteToLead>

/** The answer to a call that changes nothing: the unchanged proposal. Throws a `Failure` if the rules refused the call. */
export function unchangedOutcome(
  verdict: Exclude<Verdict, { kind: 'create' }>,
  { unavailable }: Pick<ProposalContext, 'unavailable'>,
): ProposalOutcome {
  if (verdict.kind === 'refused') {
    if (verdict.why !== 'khateeb_unavailable' || unavailable === null) throw new Failure(verdict.why)
    throw new Failure(verdict.why, { rule: unavailable, sentence: unavailableSentences[unavailable] })
  }
  const { proposal } = verdict
  return { requestId: proposal.id, state: proposal.state, changed: false }
}
