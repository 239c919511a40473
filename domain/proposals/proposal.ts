import type * as z from 'zod/mini'
import type { Role } from '../../contract/endpoint.ts'
import type { direction, proposalState } from '../../contract/proposal-schemas.ts'
import type { ApprovalSettings } from '../approval/approval.ts'
import type { AssignmentEnd } from './end-assignment.ts'

/** The direction of a proposal: a masjid sends an invite, a khateeb sends a request. */
export type Direction = z.infer<typeof direction>

export type ProposalState = z.infer<typeof proposalState>

/** The decisions that a person can make about a pending proposal. The states `closed` and `expired` come from the server. */
export type Decision = 'accepted' | 'rejected' | 'revoked'

export interface Proposal {
  readonly id: string
  readonly direction: Direction
  readonly state: ProposalState
}

/** The most proposals of each side for the same khateeb and slot. Proposals for removed slots at the same date and time count, too. */
export const maxProposalsPerSide = 3

/** The facts about a slot and a khateeb that decide whether a proposal may be created, accepted or declined. */
export interface ProposalContext {
  readonly now: Date
  readonly slot: { readonly startsAt: Date; readonly removed: boolean; readonly filled: boolean }
  /** The start that the caller saw; null if the call has no `seenStart`. */
  readonly seenStart: Date | null
  /** Whether the khateeb is confirmed for another slot that overlaps this one. */
  readonly khateebBusy: boolean
  /** The sides that have blocked the other side. */
  readonly blockedBy: readonly Role[]
  /** The masjid's mark for the khateeb, and whether the masjid accepts only approved khateebs. */
  readonly approval: ApprovalSettings
  /** All proposals for this slot and khateeb, oldest first. */
  readonly proposals: readonly Proposal[]
  /** The directions of the khateeb's proposals for removed slots of the same masjid, date and time. */
  readonly earlierDirections: readonly Direction[]
}

/** The facts that decide whether a proposal may be accepted, and whether accepting it again changes nothing. */
export interface AcceptanceContext extends ProposalContext {
  /** How the khateeb's newest assignment to the slot ended. Null while he is confirmed; undefined if he never was. */
  readonly assignmentEnd: AssignmentEnd | null | undefined
}
