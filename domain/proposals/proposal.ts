/** From the masjid a proposal is an invite, from the khateeb a request. */
export type Direction = 'invite' | 'request'

export type ProposalState = 'pending' | 'accepted' | 'rejected' | 'revoked' | 'closed' | 'expired'

/** How a pending proposal may end by a person's decision; closed and expired come from elsewhere. */
export type Decision = 'accepted' | 'rejected' | 'revoked'

export interface Proposal {
  readonly id: string
  readonly direction: Direction
  readonly state: ProposalState
}

/** How often one side may propose the same khateeb for the same slot, also if it is taken away and posted again. */
export const maxProposalsPerSide = 3

/** A slot, a khateeb, and all that stands between them at one moment. */
export interface Situation {
  readonly now: Date
  readonly slot: { readonly startsAt: Date; readonly removed: boolean; readonly filled: boolean }
  /** The khateeb is confirmed elsewhere for an hour that overlaps the slot's. */
  readonly khateebBusy: boolean
  /** Which of the two don't want to hear from the other. */
  readonly blockedBy: readonly ('khateeb' | 'masjid')[]
  /** Every proposal for this slot and khateeb, oldest first. */
  readonly proposals: readonly Proposal[]
  /** Whence the proposals for him came that were made for the same date and time before the slot was posted again. */
  readonly earlier: readonly Direction[]
}
