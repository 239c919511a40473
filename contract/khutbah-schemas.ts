import * as z from 'zod/mini'
import { availabilityRule, language } from './availability-schemas.ts'
import { direction, proposalCounts, unreachableSlot } from './proposal-schemas.ts'

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

/** What the masjid asks of the khateeb of a slot. */
export const slotWords = {
  /** The language of the khutbah, an ISO 639-1 code; null for any. */
  language: z.nullable(language),
  /** Parking, attire, length; empty without a note. For khateebs and for the masjid's own members only. */
  note: z.string(),
}

/** What the confirmed khateeb will speak about; null if he has not said it. */
const topic = z.nullable(z.string())

/** Why a khateeb may not request a slot, as far as its other fields don't show it. */
export const cannotRequest = z.enum([
  'khateeb_busy',
  'too_many_proposals',
  'not_accepting',
  'you_blocked',
  'approval_needed',
  'requests_not_taken',
])

/** A slot in public details. */
const publicSlot = z.object({
  ...slotFields,
  ...slotWords,
  topic,
  /** The slot has started less than 60 minutes ago. */
  underWay: z.boolean(),
  standing,
  /** For an invited khateeb; null for other callers. */
  closesCount: z.nullable(proposalCounts),
  /** For a khateeb who may request the slot, or is invited to it. */
  tooFarFrom: z.nullable(unreachableSlot),
  /** The khateeb's own limits that are against the slot, if they may request it or are invited to it. They stop no request. */
  beyondYourLimits: z.array(availabilityRule),
  /** Whether the calling khateeb may request the slot now. */
  canRequest: z.boolean(),
  /** Why the khateeb may not request the slot. Null if they may, or if another field of the slot tells the reason. */
  cannotRequest: z.nullable(cannotRequest),
  /** How many more requests the khateeb may send for the slot. Null until they have sent one, and while that one is pending. */
  requestsLeft: z.nullable(z.number()),
})

/** A masjid's khutbah on one date, with its slots ordered by time. */
export const publicKhutbah = z.object({ date: z.string(), times: z.array(publicSlot) })

/** A slot that the calling khateeb may request. */
export const openSlot = z.object({
  slotId: z.string(),
  date: z.string(),
  time,
  startsAt: z.string(),
  masjidUid: z.string(),
  masjidName: z.string(),
  /** Whether the masjid is verified. */
  verified: z.boolean(),
  city: z.string(),
  stateCode: z.string(),
  /** The masjid's time zone. */
  timeZone: z.string(),
  /** Miles between the khateeb and the masjid. */
  distance: z.number(),
  language: slotWords.language,
  tooFarFrom: z.nullable(unreachableSlot),
})

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
export const slotUnderWay = z.object({ date: z.string(), ...ownSlotFields })

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
  ...slotWords,
  topic,
  assignmentId: z.string(),
}

/** How to get to a masjid, and its phone. Null if the masjid is suspended. */
const contact = z.nullable(
  z.object({
    masjidAddress: z.string(),
    stateCode: z.string(),
    zipCode: z.string(),
    phone: z.string(),
  }),
)

/** A slot that a khateeb is confirmed for. */
export const confirmedKhutbah = z.object({
  ...confirmedFields,
  /** The number of days until its date on the masjid's calendar: 0 is today, 1 tomorrow. */
  daysAhead: z.number(),
  contact,
  /** The masjid moved the start, and the khateeb has not confirmed it again. */
  awaitsReconfirmation: z.boolean(),
  tooFarFrom: z.nullable(unreachableSlot),
})

/** A confirmed slot that began less than 60 minutes ago, with what a late khateeb needs. */
export const assignmentUnderWay = z.object({
  ...confirmedFields,
  contact,
})

/**
 * A khateeb or a masjid in history. `uid` is null if the account is suspended or was deleted, so that there are no details to
 * open.
 */
export const accountInHistory = z.object({ uid: z.nullable(z.string()), name: z.string() })

/** A date and a time in the masjid's time zone. */
export const wallClock = z.object({ date: z.string(), time: z.string() })

/** When something happened. `daysAgo` counts days of the masjid's calendar: 0 is today, 1 yesterday. */
export const wallClockOfEvent = z.extend(wallClock, { daysAgo: z.number() })

/** A khutbah that a khateeb has given. `city` and `timeZone` are null if the masjid's account was deleted. */
export const pastKhutbah = z.object({
  assignmentId: z.string(),
  slotId: z.string(),
  date: z.string(),
  time,
  startsAt: z.string(),
  masjid: accountInHistory,
  city: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
})

/** A withdrawal. `reason` is null after the khateeb's account was deleted. Only the masjid's own members may see it. */
const withdrawal = z.object({
  khateeb: accountInHistory,
  at: z.string(),
  wallClock,
  reason: z.nullable(z.string()),
})

const upcomingSlot = z.object({
  ...ownSlotFields,
  ...slotWords,
  topic,
  /** The closest date, up to 12 weeks before or after, on which another khutbah here has this topic; null without one. */
  topicComesAgainOn: z.nullable(z.string()),
  /** The start was moved, and the khateeb has not confirmed it again. */
  awaitsReconfirmation: z.boolean(),
  /** Invites and requests for the slot. */
  pending: z.array(
    z.object({
      khateebUid: z.string(),
      direction,
      /** Whether the khateeb has a verified email. */
      emailVerified: z.boolean(),
    }),
  ),
  /** The withdrawal that left the slot without a khateeb. Null once it has a khateeb again or has begun. */
  withdrawal: z.nullable(withdrawal),
})

/** An upcoming khutbah as seen by its own masjid. */
export const upcomingKhutbah = z.object({ date: z.string(), times: z.array(upcomingSlot) })
