import * as z from 'zod/mini'
import { language } from './availability-schemas.ts'

export const direction = z.enum(['invite', 'request'])
export const proposalState = z.enum(['pending', 'accepted', 'rejected', 'revoked', 'closed', 'expired'])

/** Pending proposals of the caller. As a `closesCount`, those that close if this one is accepted or approved. */
export const proposalCounts = z.object({ invites: z.number(), requests: z.number() })

/** When and where a slot starts: an ISO instant, and the masjid's time zone. */
const start = { startsAt: z.string(), timeZone: z.string() }

/** Another service that the khateeb is confirmed for, and that they can hardly reach in time. It forbids nothing. */
export const unreachableSlot = z.object({
  slotId: z.string(),
  masjidName: z.string(),
  khutbahDate: z.string(),
  khutbahTime: z.string(),
  /** Miles between the two services. */
  distance: z.number(),
  ...start,
})

/** When and where the slot is that a letter asks its reader about. */
export const slotAskedAbout = {
  slotId: z.string(),
  date: z.string(),
  /** HH:MM. */
  time: z.string(),
  ...start,
  address: z.string(),
  zipCode: z.string(),
}

/** What a masjid should know before it approves a request. */
const approvalFields = {
  closesCount: proposalCounts,
  /** The khateeb is confirmed elsewhere, and can hardly get from one service to the other in time. */
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

/** A request as seen by the khateeb who sent it. */
export const sentRequest = z.object({
  ...proposalFields,
  masjidUid: z.string(),
  masjidName: z.string(),
  /** The masjid's time zone. */
  timeZone: z.string(),
})

/** An invite as seen by the khateeb. */
export const invite = z.extend(sentRequest, {
  masjidEmail: z.string(),
  city: z.string(),
  /** Miles between the khateeb and the masjid. */
  distance: z.number(),
  /** What the masjid asks of the khateeb: the language, an ISO 639-1 code or null, and a note, which may be empty. */
  language: z.nullable(language),
  note: z.string(),
  closesCount: proposalCounts,
  tooFarFrom: z.nullable(unreachableSlot),
})

/** A request as seen by the masjid. */
export const request = z.object({
  ...proposalFields,
  requesterId: z.string(),
  requesterName: z.string(),
  ...approvalFields,
})

/** An invite as seen by the masjid that sent it. */
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

/** As a masjid sees them. `ifApproved` is null for its own invites. */
export const pendingProposalsForMasjid = z.array(
  z.object({ ...proposalOfPair, ifApproved: z.nullable(z.object(approvalFields)) }),
)

/** Proposals of the caller's that a call ended. Each names the other side: a masjid for a khateeb, a khateeb for a masjid. */
export const closedProposals = z.array(
  z.object({
    ...proposalOfPair,
    masjidName: z.optional(z.string()),
    khateebName: z.optional(z.string()),
  }),
)

/** After a decision. An acceptance or approval closes other proposals for the slot or at that hour. */
export const decisionOutcome = z.extend(proposalOutcome, { closed: closedProposals })

/** After a block, which rejects or revokes the pending proposals between the two. */
export const blockOutcome = z.object({ changed: z.boolean(), closed: closedProposals })
