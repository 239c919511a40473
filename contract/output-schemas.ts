import * as z from 'zod/mini'
import { slotAvailability } from './availability-schemas.ts'
import { assignmentUnderWay, slotUnderWay, upcomingKhutbah } from './khutbah-schemas.ts'
import { invite, request, sentInvite, sentRequest } from './proposal-schemas.ts'

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
  /** Whether signed-out visitors read the name; if not, they read “Confirmed”. */
  namedPublicly: z.boolean(),
})

/** A khateeb's own record. The counts are those of the full lists, even if the lists are cut to the requested length. */
export const khateebRecord = z.extend(khateebProfile, {
  /** The time zone of the ZIP code. */
  timeZone: z.nullable(z.string()),
  invites: z.array(invite),
  inviteCount: z.number(),
  sentRequests: z.array(sentRequest),
  sentRequestCount: z.number(),
  underWay: z.array(assignmentUnderWay),
  /** The number of upcoming khutbahs whose start was moved, and which the khateeb has not confirmed again. */
  reconfirmationCount: z.number(),
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

export const masjidCard = z.object({
  ...cardFields,
  masjidName: z.string(),
  /** The first dates on which the calling khateeb may request a slot, and the number of all of them. Present if the request asks for it. */
  open: z.optional(z.object({ dates: z.array(z.string()), count: z.number() })),
})

export const khateebCard = z.object({
  ...cardFields,
  firstName: z.string(),
  lastName: z.string(),
  /** Whether the khateeb is free for the slot that the call names. */
  availability: z.optional(slotAvailability),
  /** For a call that names a slot: whether the calling masjid has approved him, and whether it may invite him although it hasn't. */
  approval: z.optional(z.enum(['approved', 'not_needed', 'needed'])),
})

/** Whether the call changed something. */
export const changeOutcome = z.object({ changed: z.boolean() })

/** The answer of a call that returns no data. */
export const emptyResponse = z.object({})

/** A session of the caller. */
export const session = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  device: z.string(),
  current: z.boolean(),
})
