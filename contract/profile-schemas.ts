import * as z from 'zod/mini'
import { availabilityForSlot } from './availability-schemas.ts'
import { assignmentUnderWay, slotUnderWay, upcomingKhutbah } from './khutbah-schemas.ts'
import { invite, request, sentInvite, sentRequest } from './proposal-schemas.ts'

/** The fields of a masjid or khateeb that everyone may see. */
export const publicFields = {
  uid: z.string(),
  city: z.string(),
  stateCode: z.string(),
  verified: z.boolean(),
}

const locatedFields = { ...publicFields, latitude: z.number(), longitude: z.number() }

/** The profile fields of both roles. The phone has ten digits. */
const profileFields = {
  ...locatedFields,
  email: z.string(),
  emailVerified: z.boolean(),
  phone: z.string(),
  zipCode: z.string(),
  // No call has an input field for these flags or `verified`. A new name or place can end the verification.
  paid: z.boolean(),
  freeTrial: z.boolean(),
}

export const khateebProfile = z.object({
  ...profileFields,
  role: z.literal('khateeb'),
  firstName: z.string(),
  lastName: z.string(),
  bio: z.string(),
  expertise: z.string(),
  /** Whether signed-out visitors see the name on public schedules. Otherwise they see “Confirmed”. */
  namedPublicly: z.boolean(),
})

/** A khateeb's own record. The counts are those of the full lists, even if the response has shorter lists. */
export const khateebRecord = z.extend(khateebProfile, {
  /** The time zone of the khateeb's ZIP code; null if the ZIP code is no longer in use. */
  timeZone: z.nullable(z.string()),
  invites: z.array(invite),
  inviteCount: z.number(),
  sentRequests: z.array(sentRequest),
  sentRequestCount: z.number(),
  underWay: z.array(assignmentUnderWay),
  /** The number of upcoming khutbahs whose start the masjid has moved, and whose new start the khateeb has not confirmed. */
  reconfirmationCount: z.number(),
})

export const masjidProfile = z.object({
  ...profileFields,
  role: z.literal('masjid'),
  masjidName: z.string(),
  masjidAddress: z.string(),
  website: z.string(),
  timeZone: z.string(),
})

/** A masjid's own record, with its upcoming khutbahs. The counts are those of the full lists, even if the response has shorter lists. */
export const masjidRecord = z.extend(masjidProfile, {
  /** The time zones of the masjid's state, from which it may choose. */
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
  /** The distance in miles; present if the query has `near`. */
  distance: z.optional(z.number()),
  /**
   * Present if the item is a suggestion: its name or city resembles the search text, or it is one of the closest items within
   * `otherwiseWithin`.
   */
  isSuggestion: z.optional(z.literal(true)),
}

export const masjidCard = z.object({
  ...cardFields,
  masjidName: z.string(),
  /**
   * The first dates on which the calling khateeb may request a slot, and the number of all such dates. Present if the query has
   * `openSlots`.
   */
  open: z.optional(z.object({ dates: z.array(z.string()), count: z.number() })),
})

/** Why every invite of a khateeb would fail now: the khateeb (`not_accepting`) or the calling masjid has blocked the other. */
const blockRefusal = z.enum(['not_accepting', 'you_blocked'])

/** The reason why a masjid cannot invite a khateeb to any of its slots. */
export const cannotInviteKhateeb = z.enum([
  ...blockRefusal.options,
  'khateeb_not_approved',
  'khateeb_not_wanted',
])

export const khateebCard = z.object({
  ...cardFields,
  firstName: z.string(),
  lastName: z.string(),
  /** For each slot in the query, soonest first: whether the khateeb is free. */
  availability: z.optional(z.array(availabilityForSlot)),
  /**
   * Present if the query has slots: whether the calling masjid has approved the khateeb, and if not, whether it needs to approve him
   * before an invite.
   */
  approval: z.optional(z.enum(['approved', 'not_needed', 'needed'])),
  /** Present if the query has slots; null without a block. */
  cannotInvite: z.optional(z.nullable(blockRefusal)),
})
