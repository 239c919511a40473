import * as z from 'zod/mini'
import { invitedAs, memberRole } from './member-role.ts'
import { newsCategory, newsDelivery, newsLanguage } from './news.ts'
import { khateebMark } from './our-khateebs.ts'
import { savedPlan } from './plans.ts'
import { khateebProfile, masjidProfile } from './profile-schemas.ts'
import { direction, proposalState } from './proposal-schemas.ts'
import { session } from './session-schema.ts'

const instant = z.string()
const maybeInstant = z.nullable(z.string())
const slotReference = { slotId: z.string(), khutbahDate: z.string(), khutbahTime: z.string() }
/** The names of both parties. A deleted account is `Former masjid` or `Former khateeb`. */
const partyNames = { masjidName: z.string(), khateebName: z.string() }

const invitation = { masjidName: z.string(), invitedAs, sentAt: instant, endedAt: maybeInstant }

/** All data that is stored about an account, except secrets, as its owner exports it. */
export const dataExport = z.object({
  exportedAt: instant,
  account: z.object({
    /** The name that the other members of a masjid see. */
    name: z.nullable(z.string()),
    createdAt: instant,
    emailVerifiedAt: maybeInstant,
    /** The requested new address, which has not been confirmed yet; otherwise null. */
    newEmail: z.nullable(z.string()),
    /** Former addresses that are still stored. */
    formerEmails: z.array(z.object({ email: z.string(), changedAt: instant })),
  }),
  profile: z.union([khateebProfile, masjidProfile]),
  sessions: z.array(session),
  /** The browsers from which the person signed in. The server recognizes each browser by its device cookie. */
  knownDevices: z.array(z.object({ firstUsedAt: instant, lastUsedAt: instant })),
  secondFactors: z.array(
    z.object({ kind: z.enum(['passkey', 'authenticator_app']), device: z.string(), addedAt: instant }),
  ),
  /** The times at which the person made calendar addresses, for all parties. The addresses are secrets that the server doesn't know. */
  calendarAddresses: z.array(z.object({ madeAt: instant })),
  /** The last part of the public schedule's address; null without a public schedule. */
  publicSchedule: z.nullable(z.string()),
  /** All slots that the masjid ever posted; empty for a khateeb. */
  slots: z.array(
    z.object({
      ...slotReference,
      language: z.nullable(z.string()),
      note: z.string(),
      postedAt: instant,
      removedAt: maybeInstant,
    }),
  ),
  proposals: z.array(
    z.object({
      ...slotReference,
      ...partyNames,
      direction,
      state: proposalState,
      madeAt: instant,
      decidedAt: maybeInstant,
    }),
  ),
  assignments: z.array(
    z.object({
      ...slotReference,
      ...partyNames,
      confirmedAt: instant,
      endedAt: maybeInstant,
      endReason: z.nullable(z.enum(['removed', 'withdrawn', 'slot_removed'])),
      /** The reason for a withdrawal. It is deleted together with the khateeb's account. */
      withdrawalReason: z.nullable(z.string()),
      /** The topic of the khutbah. It is deleted together with the khateeb's account. */
      topic: z.nullable(z.string()),
    }),
  ),
  /** The masjids and the khateeb profile that the person may act for. */
  memberships: z.array(
    z.object({ name: z.string(), role: z.enum(['khateeb', 'masjid']), memberRole, since: instant }),
  ),
  /** The invitations that the person has sent, to new members of a masjid and to khateebs. Old invitations are no longer stored. */
  invitationsSent: z.array(z.object({ ...invitation, email: z.string() })),
  /**
   * The stored invitations to the person's email, by all masjids. Empty until the email is confirmed, because another person may own it.
   */
  invitationsReceived: z.array(z.object(invitation)),
  /** The marks and notes of a masjid about khateebs. Null for a khateeb, who can ask a masjid for the notes about him. */
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
  /** The masjids from which a khateeb has asked for approval. Empty for a masjid. */
  approvalsAsked: z.array(z.object({ masjidName: z.string(), askedAt: instant })),
  /** The accounts that this account has blocked. */
  blocked: z.array(z.object({ name: z.string(), blockedAt: instant })),
  /** The availability settings of a khateeb; null if he has set nothing. */
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
  /** The weekly plan by which the server posts a masjid's Fridays; null without a plan. */
  plan: z.nullable(savedPlan),
  /** The person's news settings for each party. Omits a party whose settings were never changed: its news is sent at once. */
  newsSettings: z.array(
    z.object({
      name: z.string(),
      delivery: newsDelivery,
      muted: z.array(newsCategory),
      digestHour: z.number(),
      language: newsLanguage,
    }),
  ),
  /** The party's news of the last 90 days. `readAt` is when the person read the news. */
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
  /** The letters of the last 30 days, and the queued letters, without their content. */
  letters: z.array(z.object({ kind: z.string(), writtenAt: instant, sentAt: maybeInstant })),
  /** The audit events. `by` is `me` or the role of the actor. */
  history: z.array(
    z.object({
      at: instant,
      event: z.string(),
      by: z.string(),
      /** The names of the changed fields of the profile; null for other events. */
      changed: z.nullable(z.array(z.string())),
      slotId: z.nullable(z.string()),
      khutbahDate: z.nullable(z.string()),
      khutbahTime: z.nullable(z.string()),
    }),
  ),
})
