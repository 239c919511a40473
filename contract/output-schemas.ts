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

/** A slot in public details. */
const publicSlot = z.object({
  ...slotFields,
  standing,
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

export const direction = z.enum(['invite', 'request'])
export const proposalState = z.enum(['pending', 'accepted', 'rejected', 'revoked', 'closed', 'expired'])

const upcomingSlot = z.object({
  ...ownSlotFields,
  /** Invites and requests for the slot. */
  pending: z.array(z.object({ khateebUid: z.string(), direction })),
})

/** An upcoming khutbah as seen by its own masjid. */
const upcomingKhutbah = z.object({ date: z.string(), times: z.array(upcomingSlot) })

const proposalFields = {
  requestId: z.string(),
  /** Whether the other side has a verified e-mail. */
  emailVerified: z.boolean(),
  slotId: z.string(),
  khutbahDate: z.string(),
  khutbahTime: z.string(),
  startsAt: z.string(),
}

/** A request as seen by the khateeb who sent it. */
const sentRequest = z.object({ ...proposalFields, masjidUid: z.string(), masjidName: z.string() })

/** An invite as seen by the khateeb. */
const invite = z.extend(sentRequest, { masjidEmail: z.string() })

/** A request as seen by the masjid. */
const request = z.object({ ...proposalFields, requesterId: z.string(), requesterName: z.string() })

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
  invites: z.array(invite),
  inviteCount: z.number(),
  sentRequests: z.array(sentRequest),
  sentRequestCount: z.number(),
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
