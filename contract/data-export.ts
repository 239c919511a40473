import * as z from 'zod/mini'
import { invitedAs, memberRole } from './member-role.ts'
import { newsDelivery, newsLanguage, newsTopic } from './news.ts'
import { khateebMark } from './our-khateebs.ts'
import { khateebProfile, masjidProfile, session } from './output-schemas.ts'
import { savedPlan } from './plans.ts'
import { direction, proposalState } from './proposal-schemas.ts'

const instant = z.string()
const maybeInstant = z.nullable(z.string())
const slotName = { slotId: z.string(), khutbahDate: z.string(), khutbahTime: z.string() }
/** Deleted accounts appear as `Former masjid` or `Former khateeb`. */
const partyNames = { masjidName: z.string(), khateebName: z.string() }

/** Everything that is stored about an account, except secrets, as exported to its owner. */
export const dataExport = z.object({
  exportedAt: instant,
  account: z.object({
    /** What the other members of a masjid call the person. */
    name: z.nullable(z.string()),
    createdAt: instant,
    emailVerifiedAt: maybeInstant,
    /** The requested new address, until it is confirmed. */
    newEmail: z.nullable(z.string()),
    /** Former addresses that are still stored. */
    formerEmails: z.array(z.object({ email: z.string(), changedAt: instant })),
  }),
  profile: z.union([khateebProfile, masjidProfile]),
  sessions: z.array(session),
  /** Browsers that the account signed in from, recognized by their device cookie. */
  knownDevices: z.array(z.object({ firstUsedAt: instant, lastUsedAt: instant })),
  secondFactors: z.array(
    z.object({ kind: z.enum(['passkey', 'authenticator_app']), device: z.string(), addedAt: instant }),
  ),
  /** Of all parties. The addresses themselves are secrets, which the server doesn't know. */
  calendarAddresses: z.array(z.object({ madeAt: instant })),
  /** The name of the masjid's public schedule in its address; null if there is none. */
  publicSchedule: z.nullable(z.string()),
  /** All slots that a masjid ever posted; empty for a khateeb. */
  slots: z.array(
    z.object({
      ...slotName,
      language: z.nullable(z.string()),
      note: z.string(),
      postedAt: instant,
      removedAt: maybeInstant,
    }),
  ),
  proposals: z.array(
    z.object({
      ...slotName,
      ...partyNames,
      direction,
      state: proposalState,
      madeAt: instant,
      decidedAt: maybeInstant,
    }),
  ),
  assignments: z.array(
    z.object({
      ...slotName,
      ...partyNames,
      confirmedAt: instant,
      endedAt: maybeInstant,
      endReason: z.nullable(z.enum(['removed', 'withdrawn', 'slot_removed'])),
      /** The khateeb's reason for withdrawing; deleted together with the khateeb's account. */
      withdrawalReason: z.nullable(z.string()),
      /** What the khateeb named as his topic; deleted together with the khateeb's account. */
      topic: z.nullable(z.string()),
    }),
  ),
  /** The masjids and the khateeb profile that the person may act for. */
  memberships: z.array(
    z.object({ name: z.string(), role: z.enum(['khateeb', 'masjid']), memberRole, since: instant }),
  ),
  /** The invitations that the person has sent in the last weeks: to members of a masjid, and to khateebs. */
  invitationsSent: z.array(
    z.object({
      masjidName: z.string(),
      email: z.string(),
      invitedAs,
      sentAt: instant,
      endedAt: maybeInstant,
    }),
  ),
  /** What a masjid has noted about khateebs. Null for a khateeb, who can ask the masjid for what it has noted about him. */
  ourKhateebs: z.nullable(
    z.object({
      approvedOnly: z.boolean(),
      noted: z.array(
        z.object({
          khateebName: z.string(),
          mark: z.nullable(khateebMark),
          note: z.string(),
          markedAt: maybeInstant,
          askedAt: maybeInstant,
        }),
      ),
    }),
  ),
  /** The masjids that a khateeb has asked for approval. Empty for a masjid. */
  approvalsAsked: z.array(z.object({ masjidName: z.string(), askedAt: instant })),
  /** Accounts that this account has blocked. */
  blocked: z.array(z.object({ name: z.string(), blockedAt: instant })),
  /** What a khateeb has said about when and where he speaks; null if nothing. */
  availability: z.nullable(
    z.object({
      awayDates: z.array(z.string()),
      maxAMonth: z.nullable(z.number()),
      maxMiles: z.nullable(z.number()),
      weeksBetween: z.nullable(z.number()),
      languages: z.array(z.string()),
      shortNotice: z.boolean(),
    }),
  ),
  /** How a masjid posts its Fridays by itself; null without a plan. */
  plan: z.nullable(savedPlan),
  /** How the person wants the news of each party by email. None if it is as at the beginning: at once. */
  newsSettings: z.array(
    z.object({
      name: z.string(),
      delivery: newsDelivery,
      muted: z.array(newsTopic),
      digestHour: z.number(),
      language: newsLanguage,
    }),
  ),
  /** The party's news of the last 90 days, with when the person read it. */
  news: z.array(
    z.object({
      kind: z.string(),
      at: instant,
      readAt: maybeInstant,
      slotId: z.nullable(z.string()),
      khutbahDate: z.nullable(z.string()),
      khutbahTime: z.nullable(z.string()),
    }),
  ),
  /** Letters of the last 30 days, and queued ones. Their content is left out. */
  letters: z.array(z.object({ kind: z.string(), writtenAt: instant, sentAt: maybeInstant })),
  /** Audit events. `by` is `me` or the actor's role. */
  history: z.array(
    z.object({
      at: instant,
      event: z.string(),
      by: z.string(),
      /** The changed fields, if the profile changed. */
      changed: z.nullable(z.array(z.string())),
      slotId: z.nullable(z.string()),
      khutbahDate: z.nullable(z.string()),
      khutbahTime: z.nullable(z.string()),
    }),
  ),
})
