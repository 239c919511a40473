import * as z from 'zod/mini'
import { availabilityRule, language, limitsShownToKhateeb } from './availability-schemas.ts'
import { direction, proposalCounts, unreachableSlot } from './proposal-schemas.ts'

/** The specification's format of a time: an object whose `time` is `HH:MM`. */
const time = z.object({ time: z.string() })

/** The relation of the calling khateeb to a slot. Null for other callers, and for a khateeb without a relation to the slot. */
const standing = z.nullable(z.enum(['confirmed', 'invited', 'requested']))

/** The fields of a slot that everyone may see. `khateeb` is a name, or `None`. */
const publicSlotFields = {
  slotId: z.string(),
  time,
  khateeb: z.string(),
  /** The start as an ISO instant. */
  startsAt: z.string(),
  /** The slot has started. An upcoming khutbah can have such a slot if a later slot of the same date has not started. */
  begun: z.boolean(),
}

/** The language and the note of a slot. */
export const slotWords = {
  /** The language of the khutbah, an ISO 639-1 code; null for any. */
  language: z.nullable(language),
  /**
   * Information for the khateeb, such as parking, attire or length; empty without a note. Only khateebs and the members of the masjid see
   * it.
   */
  note: z.string(),
}

/** The topic of the khutbah; null until the confirmed khateeb has given a topic. */
const topic = z.nullable(z.string())

/** The masjid has moved the start, and the khateeb has not confirmed the new start. */
const awaitsReconfirmation = z.boolean()

/** A date and a time in the masjid's time zone. */
const wallClock = z.object({ date: z.string(), time: z.string() })

/** The start of a slot before or after a move. */
export const movedStart = z.extend(wallClock, { startsAt: z.string() })

/** The reasons why a khateeb may not request a slot, except reasons that another field of the slot shows. */
export const cannotRequestReason = z.enum([
  'khateeb_busy',
  'too_many_proposals',
  'not_accepting',
  'you_blocked',
  'approval_needed',
  'requests_not_taken',
])

/** A slot in the public details of a masjid. */
const publicSlot = z.object({
  ...publicSlotFields,
  ...slotWords,
  topic,
  /** The slot has started less than 60 minutes ago. */
  underWay: z.boolean(),
  awaitsReconfirmation,
  /** The start that the calling khateeb agreed to, if the slot has another start now. Null for other callers. */
  agreedStart: z.nullable(movedStart),
  standing,
  /** The number of other proposals that close if the calling khateeb accepts the invite. Null without an invite. */
  closesCount: z.nullable(proposalCounts),
  /**
   * A confirmed khutbah of the calling khateeb, if he can hardly travel between it and this slot in time. Null if there is no such khutbah,
   * or if he may not request this slot and is not invited to it.
   */
  tooFarFrom: z.nullable(unreachableSlot),
  /**
   * The limits of the calling khateeb that the slot exceeds, if he may request the slot or is invited to it. He can still send a request.
   */
  beyondYourLimits: z.array(availabilityRule),
  /** Whether the calling khateeb may request the slot now. */
  canRequest: z.boolean(),
  /** Why the khateeb may not request the slot. Null if he may, or if another field of the slot shows the reason. */
  cannotRequest: z.nullable(cannotRequestReason),
  /**
   * The number of further requests that the khateeb may send for the slot. Null until his first request has ended. Also null if the slot
   * has a khateeb or has begun, because such a slot can’t be requested.
   */
  requestsLeft: z.nullable(z.number()),
})

/** The khutbah of a masjid on one date, with its slots sorted by time. */
export const publicKhutbah = z.object({ date: z.string(), times: z.array(publicSlot) })

/** A slot that the calling khateeb may request. */
export const openSlot = z.object({
  slotId: z.string(),
  date: z.string(),
  time,
  startsAt: z.string(),
  masjidUid: z.string(),
  masjidName: z.string(),
  verified: z.boolean(),
  city: z.string(),
  stateCode: z.string(),
  /** The masjid's time zone. */
  timeZone: z.string(),
  /** Miles between the khateeb and the masjid. */
  distance: z.number(),
  language: slotWords.language,
  tooFarFrom: z.nullable(unreachableSlot),
  /** The limits of the khateeb that the slot exceeds. He can still send a request. */
  beyondYourLimits: z.array(availabilityRule),
  /** The limits of the khateeb, to explain `beyondYourLimits`. */
  yourLimits: limitsShownToKhateeb,
})

/** The fields of a slot that its own masjid sees. */
const ownSlotFields = {
  ...publicSlotFields,
  khateebUid: z.nullable(z.string()),
  /** The khateeb was suspended after the confirmation, and might not come. The details of the khateeb are hidden. */
  khateebSuspended: z.boolean(),
  assignmentId: z.nullable(z.string()),
}

/** A past khutbah, as its own masjid sees it. */
export const archivedKhutbah = z.object({ date: z.string(), times: z.array(z.object(ownSlotFields)) })

/** A masjid's slot that began less than 60 minutes ago. */
export const slotUnderWay = z.object({ date: z.string(), ...ownSlotFields })

const confirmedKhutbahFields = {
  slotId: z.string(),
  date: z.string(),
  time,
  masjidName: z.string(),
  masjidUid: z.string(),
  /** The masjid's time zone. */
  timeZone: z.string(),
  /** The masjid was suspended after the confirmation, so the khutbah might not take place. The details of the masjid are hidden. */
  masjidSuspended: z.boolean(),
  city: z.string(),
  startsAt: z.string(),
  ...slotWords,
  topic,
  assignmentId: z.string(),
}

/** The address and phone of a masjid. Null if the masjid is suspended. */
const contact = z.nullable(
  z.object({
    masjidAddress: z.string(),
    stateCode: z.string(),
    zipCode: z.string(),
    phone: z.string(),
  }),
)

/** A slot for which the calling khateeb is confirmed. */
export const confirmedKhutbah = z.object({
  ...confirmedKhutbahFields,
  /** The number of days until the khutbah on the masjid's calendar: 0 is today, 1 is tomorrow. */
  daysAhead: z.number(),
  contact,
  awaitsReconfirmation,
  /** The start that the khateeb agreed to, if the slot has another start now. */
  agreedStart: z.nullable(movedStart),
  tooFarFrom: z.nullable(unreachableSlot),
})

/** A confirmed slot that began less than 60 minutes ago, with the address and phone that a late khateeb needs. */
export const assignmentUnderWay = z.object({
  ...confirmedKhutbahFields,
  contact,
})

/** A khateeb or a masjid in a history. `uid` is null if the account is suspended or deleted, because its details can't be opened. */
export const accountInHistory = z.object({ uid: z.nullable(z.string()), name: z.string() })

/** The date and time of an event. `daysAgo` counts days on the masjid's calendar: 0 is today, 1 is yesterday. */
export const wallClockOfEvent = z.extend(wallClock, { daysAgo: z.number() })

/** A past khutbah of a khateeb. `city` and `timeZone` are null if the masjid's account was deleted. */
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

/**
 * A withdrawal of a khateeb, or the deletion of his account, which also ends his assignments. `reason` is null if his account is deleted.
 * Only members of the masjid see withdrawals.
 */
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
  /** The date of the closest other khutbah at the masjid with the same topic, up to 12 weeks before or after; null if there is none. */
  topicComesAgainOn: z.nullable(z.string()),
  awaitsReconfirmation,
  /** The pending invites and requests for the slot. */
  pending: z.array(
    z.object({
      khateebUid: z.string(),
      direction,
      /** Whether the khateeb has a verified email. */
      emailVerified: z.boolean(),
    }),
  ),
  /**
   * The withdrawal that left the slot without a khateeb. Null without such a withdrawal, and if the slot has a khateeb again or has begun.
   */
  withdrawal: z.nullable(withdrawal),
})

/** An upcoming khutbah, as its own masjid sees it. */
export const upcomingKhutbah = z.object({ date: z.string(), times: z.array(upcomingSlot) })
