import type * as z from 'zod/mini'
import type { Role } from '../../contract/endpoint.ts'
import type { direction, proposalState } from '../../contract/proposal-schemas.ts'
import type { Approval } from '../approval/approval.ts'

/** A masjid sends an invite; a khateeb sends a request. */
export type Direction = z.infer<typeof direction>

export type ProposalState = z.infer<typeof proposalState>

/** The decisions that a person can make about a pending proposal. `closed` and `expired` are not decisions. */
export type Decision = 'accepted' | 'rejected' | 'revoked'

export interface Proposal {
  readonly id: string
  readonly direction: Direction
  readonly state: ProposalState
}

/** How many proposals each side may make for the same khateeb and slot, including those for earlier postings of the slot. */
export const maxProposalsPerSide = 3

/** The facts about a slot and a khateeb that decide whether a proposal may be created, accepted or declined. */
export interface ProposalContext {
  readonly now: Date
  readonly slot: { readonly startsAt: Date; readonly removed: boolean; readonly filled: boolean }
  /** The start that the caller saw; null if the call doesn't say. */
  readonly seenStart: Date | null
  /** The khateeb is confirmed for another slot that overlaps this one. */
  readonly khateebBusy: boolean
  /** Which sides have blocked the other. */
  readonly blockedBy: readonly Role[]
  /** Whether the masjid has chosen this khateeb. */
  readonly approval: Approval
  /** Every proposal for this slot and khateeb, oldest first. */
  readonly proposals: readonly Proposal[]
  /** Directions of this khateeb's proposals for removed slots of the same masjid, date and time. */
  readonly earlier: readonly Direction[]
}
