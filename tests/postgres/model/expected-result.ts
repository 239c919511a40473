import type { CallResult } from './calls.ts'
import type { Proposal, Slot } from './history.ts'

/**
 * The response that the rules require, with the proposal or the posted slots that the response is about. The product chooses the ids of new
 * proposals and slots, so these ids are added to the expected response after the call (`withIds` in `command.ts`).
 */
export interface ExpectedResult {
  readonly result: CallResult
  readonly proposal?: Proposal
  readonly posted?: readonly { readonly slot: Slot; readonly isNew: boolean }[]
}

/** The result of a call that succeeds. */
export function ok(body: Readonly<Record<string, unknown>>): ExpectedResult {
  return { result: { status: 200, body } }
}

/** The result of a call that is refused. */
export function refusal(code: string): ExpectedResult {
  return { result: { status: code === 'not_found' ? 404 : 409, code } }
}

/** The result of a call that is about a proposal. */
export function proposalResult(
  proposal: Proposal,
  changed: boolean,
  more: Readonly<Record<string, unknown>> = {},
): ExpectedResult {
  return { ...ok({ state: proposal.state, changed, ...more }), proposal }
}
