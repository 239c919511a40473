import * as z from 'zod/mini'

/** The specification's format of a time: an object whose `time` is `HH:MM`. */
const time = z.object({ time: z.string() })

/** The relation of a calling khateeb to a slot; `null` for other callers, and if there is none. */
const standing = z.nullable(z.enum(['confirmed', 'invited', 'requested']))

/** `khateeb` is a name, or `None`. */
const slotFields = {
  slotId: z.string(),
  time,
  khateeb: z.string(),
  /** ISO instant. */
  startsAt: z.string(),
  /** The slot has started. An upcoming khutbah can have such slots, because a later slot of its date is still ahead. */
  begun: z.boolean(),
}

export const direction = z.enum(['invite', 'request'])
export const proposalState = z.enum(['pending', 'accepted', 'rejected', 'revoked', 'closed', 'expired'])

/** How many other pending proposals of the caller's close if this one is accepted or approved. */
const closesCount = z.object({ invites: z.number(), requests: z.number() })

/** Another service that the khateeb is confirmed for, and that they can hardly reach in time. It forbids nothing. */
const farService = z.object({
  slotId: z.string(),
  masjidName: z.string(),
  khutbahDate: z.string(),
  khutbahTime: z.string(),
})

/** A slot in public details. */
const publicSlot = z.object({
  ...slotFields,
  standing,
  /** For an invited khateeb; null for other callers. */
  closesCount: z.nullable(closesCount),
  /** For a khateeb who may request the slot, or is invited to it. */
  tooFarFrom: z.nullable(farService),
  /** Whether the calling khateeb may request the slot now. */
  canRequest: z.boolean(),
  /** Why the khateeb may not request the slot. Null if they may, or if another field of the slot tells the reason. */
  cannotRequest: z.nullable(z.enum(['khateeb_busy', 'too_many_proposals', 'not_accepting', 'you_blocked'])),
  /** How many more requests the khateeb may send for the slot. Null until they have sent one, and while that one is pending. */
  requestsLeft: z.nullable(z.number()),
})

/** A masjid's khutbah on one date, with its slots ordered by time. */
export const publicKhutbah = z.object({ date: z.string(), times: z.array(publicSlot) })

/** A slot as seen by its own masjid. */
const ownSlotFields = {
  ...slotFields,
  khateebUid: z.nullable(z.string()),
  /** The khateeb was suspended after being confirmed: perhaps they will not come. Their details are hidden. */
  khateebSuspended: z.boolean(),
  assignmentId: z.nullable(z.string()),
}

/** A past khutbah as seen by its own masjid. */
export const archivedKhutbah = z.object({ date: z.string(), times: z.array(z.object(ownSlotFields)) })

/** A masjid's slot that began less than 60 minutes ago. */
const slotUnderWay = z.object({ date: z.string(), ...ownSlotFields })

const confirmedFields = {
  slotId: z.string(),
  date: z.string(),
  time,
  masjidName: z.string(),
  masjidUid: z.string(),
  /** The masjid's time zone. */
  timeZone: z.string(),
  /** The masjid was suspended after the khateeb was confirmed: perhaps the khutbah will not take place. Its details are hidden. */
  masjidSuspended: z.boolean(),
  city: z.string(),
  startsAt: z.string(),
  assignmentId: z.string(),
}

/** A slot that a khateeb is confirmed for. */
export const confirmedKhutbah = z.object({
  ...confirmedFields,
  /** The masjid's change of time zone moved the start, and the khateeb has not confirmed it again. */
  awaitsReconfirmation: z.boolean(),
})

/** A confirmed slot that began less than 60 minutes ago, with what a late khateeb needs. */
const khutbahUnderWay = z.object({
  ...confirmedFields,
  /** Null if the masjid is suspended. */
  contact: z.nullable(
    z.object({
      masjidAddress: z.string(),
      stateCode: z.string(),
      zipCode: z.string(),
      phone: z.string(),
    }),
  ),
})

/**
 * A khateeb or a masjid in history. `uid` is null if the account is suspended or was deleted, so that there are no details to
 * open.
 */
export const pastAccount = z.object({ uid: z.nullable(z.string()), name: z.string() })

/** An instant as a date and a time in the masjid's time zone. */
export const wallClock = z.object({ date: z.string(), time: z.string() })

/** A khutbah that a khateeb has given. `city` and `timeZone` are null if the masjid's account was deleted. */
export const pastKhutbah = z.object({
  assignmentId: z.string(),
  slotId: z.string(),
  date: z.string(),
  time,
  startsAt: z.string(),
  masjid: pastAccount,
  city: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
})

/** A withdrawal. `reason` is null after the khateeb's account was deleted. Only the masjid's own members may see it. */
const withdrawal = z.object({
  khateeb: pastAccount,
  at: z.string(),
  wallClock,
  reason: z.nullable(z.string()),
})

/** What a masjid should know before it approves a request. */
const approvalFields = {
  closesCount,
  /** The khateeb is confirmed elsewhere, and can hardly get from one service to the other in time. */
  tooFarFromOther: z.boolean(),
}

const upcomingSlot = z.object({
  ...ownSlotFields,
  /** The start was moved, and the khateeb has not confirmed it again. */
  awaitsReconfirmation: z.boolean(),
  /** Invites and requests for the slot. */
  pending: z.array(
    z.object({
      khateebUid: z.string(),
      direction,
      /** Whether the khateeb has a verified email. */
      emailVerified: z.boolean(),
      ...approvalFields,
    }),
  ),
  /** The withdrawal that left the slot without a khateeb. Null once it has a khateeb again or has begun. */
  withdrawal: z.nullable(withdrawal),
})

/** An upcoming khutbah as seen by its own masjid. */
const upcomingKhutbah = z.object({ date: z.string(), times: z.array(upcomingSlot) })

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
const sentRequest = z.object({
  ...proposalFields,
  masjidUid: z.string(),
  masjidName: z.string(),
  /** The masjid's time zone. */
  timeZone: z.string(),
})

/** An invite as seen by the khateeb. */
const invite = z.extend(sentRequest, {
  masjidEmail: z.string(),
  closesCount,
  tooFarFrom: z.nullable(farService),
})

/** A request as seen by the masjid. */
const request = z.object({
  ...proposalFields,
  requesterId: z.string(),
  requesterName: z.string(),
  ...approvalFields,
})

/** An invite as seen by the masjid that sent it. */
const sentInvite = z.object({ ...proposalFields, khateebUid: z.string(), khateebName: z.string() })

/** The fields of a masjid or khateeb that everyone sees. */
export const publicFields = {
  uid: z.string(),
  city: z.string(),
  stateCode: z.string(),
  verified: z.boolean(),
}

const locatedFields = { ...publicFields, latitude: z.number(), longitude: z.number() }

/** The fields that the profiles of both roles have. The phone is ten digits. */
const profileFields = {
  ...locatedFields,
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string(),
  zipCode: z.string(),
  // No API call can set these flags, nor `verified`.
  paid: z.boolean(),
  freeTrial: z.boolean(),
}

/** A khateeb's own profile. */
export const khateebProfile = z.object({
  ...profileFields,
  role: z.literal('khateeb'),
  firstName: z.string(),
  lastName: z.string(),
  bio: z.string(),
  expertise: z.string(),
})

/** A khateeb's own record. The counts are those of the full lists, even if the lists are cut to the requested length. */
export const khateebRecord = z.extend(khateebProfile, {
  /** The time zone of the ZIP code. */
  timeZone: z.nullable(z.string()),
  invites: z.array(invite),
  inviteCount: z.number(),
  sentRequests: z.array(sentRequest),
  sentRequestCount: z.number(),
  underWay: z.array(khutbahUnderWay),
})

/** A masjid's own profile. */
export const masjidProfile = z.object({
  ...profileFields,
  role: z.literal('masjid'),
  masjidName: z.string(),
  masjidAddress: z.string(),
  website: z.string(),
  timeZone: z.string(),
})

/** A masjid's own record. `khutbahs` are upcoming ones; the counts are those of the full lists. */
export const masjidRecord = z.extend(masjidProfile, {
  /** The time zones that the masjid may choose: those of its state. */
  timeZones: z.array(z.string()),
  khutbahs: z.array(upcomingKhutbah),
  underWay: z.array(slotUnderWay),
  /** The number of slots without a khateeb that start within seven days. */
  openThisWeek: z.number(),
  requests: z.array(request),
  requestCount: z.number(),
  sentInvites: z.array(sentInvite),
  sentInviteCount: z.number(),
})

/** The fields of a masjid or khateeb in a list. */
const cardFields = {
  ...locatedFields,
  /** In miles, present if the request had `near`. */
  distance: z.optional(z.number()),
  /** Present if the search text does not match, but resembles the name and the city. */
  isSuggestion: z.optional(z.literal(true)),
}

export const masjidCard = z.object({ ...cardFields, masjidName: z.string() })

export const khateebCard = z.object({ ...cardFields, firstName: z.string(), lastName: z.string() })

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
}
export const pendingWithYou = z.array(z.object(proposalOfPair))

/** Proposals of the caller's that a call ended. Each names the other side: a masjid for a khateeb, a khateeb for a masjid. */
const closed = z.array(
  z.object({
    ...proposalOfPair,
    masjidName: z.optional(z.string()),
    khateebName: z.optional(z.string()),
  }),
)

/** After a decision. An acceptance or approval closes other proposals for the slot or at that hour. */
export const decisionOutcome = z.extend(proposalOutcome, { closed })

/** After a block, which closes the pending proposals between the two. */
export const blockOutcome = z.object({ changed: z.boolean(), closed })

/** Whether the call changed something. */
export const changeOutcome = z.object({ changed: z.boolean() })

/** The answer of a call that returns no data. */
export const emptyAnswer = z.object({})

/** A session of the caller. */
export const session = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  device: z.string(),
  current: z.boolean(),
})
