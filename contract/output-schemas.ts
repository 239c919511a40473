import * as z from 'zod/mini'

/** The specification's format of a time: an object whose `time` is `HH:MM`. */
const time = z.object({ time: z.string() })

/** The relation of a calling khateeb to a slot; `null` for other callers, and if there is none. */
const standing = z.nullable(z.enum(['confirmed', 'invited', 'requested']))

/** A slot in public details. `khateeb` is a name, or `None`. */
const publicSlot = z.object({
  slotId: z.string(),
  time,
  khateeb: z.string(),
  /** ISO instant. */
  startsAt: z.string(),
  /** The slot has started, while a later slot of the same date is still ahead. */
  begun: z.boolean(),
  standing,
  /** Whether the calling khateeb may request the slot now. */
  canRequest: z.boolean(),
  /** Why not, if no other field of the slot tells the reason. */
  cannotRequest: z.nullable(z.enum(['khateeb_busy', 'too_many_proposals', 'not_accepting', 'you_blocked'])),
})

/** A masjid's khutbah on one date, with its slots ordered by time. */
export const publicKhutbah = z.object({ date: z.string(), times: z.array(publicSlot) })

/** A slot as seen by its own masjid. */
const ownSlotFields = {
  slotId: z.string(),
  time,
  khateeb: z.string(),
  startsAt: z.string(),
  begun: z.boolean(),
  khateebUid: z.nullable(z.string()),
  /** The khateeb was suspended after being confirmed: they may not come, and their details are hidden. */
  khateebSuspended: z.boolean(),
  assignmentId: z.nullable(z.string()),
}

/** A past khutbah as seen by its own masjid. */
export const archivedKhutbah = z.object({ date: z.string(), times: z.array(z.object(ownSlotFields)) })

/** A pending invite or request for a slot. */
const pendingProposal = z.object({ khateebUid: z.string(), direction: z.enum(['invite', 'request']) })

const upcomingSlot = z.object({ ...ownSlotFields, pending: z.array(pendingProposal) })

/** An upcoming khutbah as seen by its own masjid. */
const upcomingKhutbah = z.object({ date: z.string(), times: z.array(upcomingSlot) })

/** Whether the other side of a proposal has a verified e-mail. */
const otherSide = { emailVerified: z.boolean() }

const slotName = {
  slotId: z.string(),
  khutbahDate: z.string(),
  khutbahTime: z.string(),
  startsAt: z.string(),
}

/** An invite as seen by the khateeb. */
const invite = z.object({
  requestId: z.string(),
  masjidUid: z.string(),
  masjidName: z.string(),
  masjidEmail: z.string(),
  ...otherSide,
  ...slotName,
})

/** A request as seen by the khateeb who sent it. */
const sentRequest = z.object({
  requestId: z.string(),
  masjidUid: z.string(),
  masjidName: z.string(),
  ...otherSide,
  ...slotName,
})

/** A request as seen by the masjid. */
const request = z.object({
  requestId: z.string(),
  requesterId: z.string(),
  requesterName: z.string(),
  ...otherSide,
  ...slotName,
})

/** An invite as seen by the masjid that sent it. */
const sentInvite = z.object({
  requestId: z.string(),
  khateebUid: z.string(),
  khateebName: z.string(),
  ...otherSide,
  ...slotName,
})

/** Flags that no API call can set. */
const accountFlags = { paid: z.boolean(), freeTrial: z.boolean(), verified: z.boolean() }

const placeFields = {
  zipCode: z.string(),
  city: z.string(),
  stateCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
}

/** A khateeb's own profile. The phone is ten digits. */
export const khateebProfile = z.object({
  uid: z.string(),
  role: z.literal('khateeb'),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string(),
  ...placeFields,
  ...accountFlags,
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
  uid: z.string(),
  role: z.literal('masjid'),
  masjidName: z.string(),
  masjidAddress: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string(),
  website: z.string(),
  timeZone: z.string(),
  ...placeFields,
  ...accountFlags,
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

/** A masjid in a list. `distance` is in miles, present if the request had `near`. */
export const masjidCard = z.object({
  uid: z.string(),
  masjidName: z.string(),
  city: z.string(),
  stateCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  verified: z.boolean(),
  distance: z.optional(z.number()),
})

/** A khateeb in a list; see `masjidCard`. */
export const khateebCard = z.object({
  uid: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  city: z.string(),
  stateCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  verified: z.boolean(),
  distance: z.optional(z.number()),
})

/** The state of a proposal after a call. `changed` is false if the proposal already had this state. */
export const proposalOutcome = z.object({
  requestId: z.string(),
  state: z.enum(['pending', 'accepted', 'rejected', 'revoked', 'closed', 'expired']),
  changed: z.boolean(),
})

/** Whether the call changed something. */
export const outcome = z.object({ changed: z.boolean() })
