import * as z from 'zod/mini'

/** A time on the wire as the specification's entities have it: an object whose `time` is `HH:MM`. */
const time = z.object({ time: z.string() })

/** What a signed-in khateeb has to do with a slot; `null` for everybody else and where there is nothing. */
const standing = z.nullable(z.enum(['confirmed', 'invited', 'requested']))

/** A slot as anybody sees it: `khateeb` is a name, or `None`. */
const publicSlot = z.object({
  slotId: z.string(),
  time,
  khateeb: z.string(),
  /** ISO instant at which it begins. */
  startsAt: z.string(),
  /** Its start is past, while a later slot of the same date is still to come. */
  begun: z.boolean(),
  standing,
  /** Whether the caller, a khateeb, could ask for it now. */
  canRequest: z.boolean(),
  /** Why he couldn't, where nothing else that stands here says it. */
  cannotRequest: z.nullable(z.enum(['khateeb_busy', 'too_many_proposals', 'not_accepting', 'you_blocked'])),
})

/** A date on which a masjid has a khutbah, with its slots by time. */
export const publicKhutbah = z.object({ date: z.string(), times: z.array(publicSlot) })

/** A slot as its own masjid sees it. */
const ownSlotFields = {
  slotId: z.string(),
  time,
  khateeb: z.string(),
  startsAt: z.string(),
  begun: z.boolean(),
  khateebUid: z.nullable(z.string()),
  /** The khateeb is suspended since he was confirmed: he may not come, and cannot be looked at. */
  khateebSuspended: z.boolean(),
  assignmentId: z.nullable(z.string()),
}

/** A past date of a masjid's own. */
export const archivedKhutbah = z.object({ date: z.string(), times: z.array(z.object(ownSlotFields)) })

/** Whom a slot's masjid has invited to it, and who has asked for it: what is pending. */
const pendingHere = z.object({ khateebUid: z.string(), direction: z.enum(['invite', 'request']) })

const upcomingSlot = z.object({ ...ownSlotFields, pending: z.array(pendingHere) })

/** A date of a masjid's own that is still to come. */
const upcomingKhutbah = z.object({ date: z.string(), times: z.array(upcomingSlot) })

/** Whether the other side of a proposal has confirmed its e-mail. */
const otherSide = { emailVerified: z.boolean() }

const slotName = {
  slotId: z.string(),
  khutbahDate: z.string(),
  khutbahTime: z.string(),
  startsAt: z.string(),
}

/** A masjid's invite as the khateeb sees it. */
const invite = z.object({
  requestId: z.string(),
  masjidUid: z.string(),
  masjidName: z.string(),
  masjidEmail: z.string(),
  ...otherSide,
  ...slotName,
})

/** A khateeb's request as he sees it. */
const sentRequest = z.object({
  requestId: z.string(),
  masjidUid: z.string(),
  masjidName: z.string(),
  ...otherSide,
  ...slotName,
})

/** A khateeb's request as the masjid sees it. */
const request = z.object({
  requestId: z.string(),
  requesterId: z.string(),
  requesterName: z.string(),
  ...otherSide,
  ...slotName,
})

/** A masjid's invite as the masjid sees it. */
const sentInvite = z.object({
  requestId: z.string(),
  khateebUid: z.string(),
  khateebName: z.string(),
  ...otherSide,
  ...slotName,
})

/** What nobody sets from outside. */
const standingOfAccount = { paid: z.boolean(), freeTrial: z.boolean(), verified: z.boolean() }

const placeFields = {
  zipCode: z.string(),
  city: z.string(),
  stateCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
}

/** What a khateeb's account says of him. The phone is ten digits. */
export const khateebProfile = z.object({
  uid: z.string(),
  role: z.literal('khateeb'),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string(),
  ...placeFields,
  ...standingOfAccount,
  bio: z.string(),
  expertise: z.string(),
})

/** A khateeb's own record; the counts are of the whole lists, also where only their beginning was asked for. */
export const khateebRecord = z.extend(khateebProfile, {
  invites: z.array(invite),
  inviteCount: z.number(),
  sentRequests: z.array(sentRequest),
  sentRequestCount: z.number(),
})

/** What a masjid's account says of it. */
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
  ...standingOfAccount,
})

/** A masjid's own record; `khutbahs` are the upcoming ones, the counts are of the whole lists. */
export const masjidRecord = z.extend(masjidProfile, {
  /** The time zones that it may choose: those of its state. */
  timeZones: z.array(z.string()),
  khutbahs: z.array(upcomingKhutbah),
  requests: z.array(request),
  requestCount: z.number(),
  sentInvites: z.array(sentInvite),
  sentInviteCount: z.number(),
})

/** A masjid in a list; `distance` in miles where the list was asked for by nearness. */
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

/** A khateeb in a list. */
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

/** Where a proposal stands after a call; `changed` is false when the call found it so already. */
export const proposalOutcome = z.object({
  requestId: z.string(),
  state: z.enum(['pending', 'accepted', 'rejected', 'revoked', 'closed', 'expired']),
  changed: z.boolean(),
})

/** The answer of a call that has nothing to say but whether it changed something. */
export const outcome = z.object({ changed: z.boolean() })
