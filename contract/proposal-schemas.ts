import * as z from 'zod/mini'
import { language } from './availability-schemas.ts'

export const direction = z.enum(['invite', 'request'])
export const proposalState = z.enum(['pending', 'accepted', 'rejected', 'revoked', 'closed', 'expired'])

/**
 * The number of pending invites and requests of the caller. In a `closesCount`, only those that close if this proposal is accepted or
 * approved.
 */
export const proposalCounts = z.object({ invites: z.number(), requests: z.number() })

/** The start of a slot as an ISO instant, and the time zone of its masjid. */
const start = { startsAt: z.string(), timeZone: z.string() }

/**
 * Another service for which the khateeb is confirmed, if he can hardly get from one service to the other in time. This is only a warning.
 */
export const unreachableSlot = z.object({
  slotId: z.string(),
  masjidName: z.string(),
  khutbahDate: z.string(),
  khutbahTime: z.string(),
  /** Miles between the two services. */
  distance: z.number(),
  ...start,
})

/** The slot that a letter asks its recipient about: its date, time and address. */
export const slotAskedAbout = {
  slotId: z.string(),
  date: z.string(),
  /** HH:MM. */
  time: z.string(),
  ...start,
  /** Empty, like the ZIP, while the masjid is suspended. */
  address: z.string(),
  zipCode: z.string(),
}

/** The warnings that a masjid gets before it approves a request. */
const approvalFields = {
  closesCount: proposalCounts,
  /** The khateeb is confirmed at another masjid, and can hardly get from one service to the other in time. */
  tooFarFromOther: z.boolean(),
}

const proposalFields = {
  requestId: z.string(),
  /** Whether the other side has a verified email. */
  emailVerified: z.boolean(),
  slotId: z.string(),
  khutbahDate: z.string(),
  khutbahTime: z.string(),
  startsAt: z.string(),
}

/** A request, as the khateeb who sent it sees it. */
export const sentRequest = z.object({
  ...proposalFields,
  masjidUid: z.string(),
  masjidName: z.string(),
  /** The masjid's time zone. */
  timeZone: z.string(),
})

/** An invite, as the invited khateeb sees it. */
export const invite = z.extend(sentRequest, {
  masjidEmail: z.string(),
  city: z.string(),
  /** Miles between the khateeb and the masjid. */
  distance: z.number(),
  /** The language of the khutbah, an ISO 639-1 code; null for any. */
  language: z.nullable(language),
  /** A note for the khateeb; empty without a note. */
  note: z.string(),
  closesCount: proposalCounts,
  tooFarFrom: z.nullable(unreachableSlot),
})

/** A request, as the masjid sees it. */
export const request = z.object({
  ...proposalFields,
  requesterId: z.string(),
  requesterName: z.string(),
  ...approvalFields,
})

/** An invite, as the masjid that sent it sees it. */
export const sentInvite = z.object({ ...proposalFields, khateebUid: z.string(), khateebName: z.string() })

/** The state of a proposal after a call. `changed` is false if the proposal already had this state. */
export const proposalOutcome = z.object({
  requestId: z.string(),
  state: proposalState,
  changed: z.boolean(),
})

/** A pending proposal between the caller and the account that the call is about. */
const proposalOfPair = {
  kind: direction,
  slotId: z.string(),
  khutbahDate: z.string(),
  khutbahTime: z.string(),
  ...start,
}
export const pendingProposalsOfPair = z.array(z.object(proposalOfPair))

/**
 * The pending proposals between the calling masjid and a khateeb. `ifApproved` has the warnings of a request, and is null for an invite.
 */
export const pendingProposalsForMasjid = z.array(
  z.object({ ...proposalOfPair, ifApproved: z.nullable(z.object(approvalFields)) }),
)

/** The caller's proposals that a call ended. A khateeb gets the name of the masjid, a masjid the name of the khateeb. */
export const closedProposals = z.array(
  z.object({
    ...proposalOfPair,
    masjidName: z.optional(z.string()),
    khateebName: z.optional(z.string()),
  }),
)

/**
 * The output of a decision. Accepting an invite or approving a request closes the other proposals for the slot, and the khateeb's other
 * proposals for that hour.
 */
export const decisionOutcome = z.extend(proposalOutcome, { closed: closedProposals })

/** The output of a block. A block rejects or revokes the pending proposals between the two accounts. */
export const blockOutcome = z.object({ changed: z.boolean(), closed: closedProposals })
