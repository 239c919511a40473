import * as z from 'zod/mini'
import { khateebProfile, masjidProfile } from './output-schemas.ts'

const instant = z.string()
const maybeInstant = z.nullable(z.string())
const slotName = { slotId: z.string(), khutbahDate: z.string(), khutbahTime: z.string() }
/** Whoever deleted the account since is `Former masjid` or `Former khateeb`. */
const people = { masjidName: z.string(), khateebName: z.string() }

/** Everything that is kept about an account, as its owner gets it. */
export const dataExport = z.object({
  exportedAt: instant,
  account: z.object({
    createdAt: instant,
    emailVerifiedAt: maybeInstant,
    /** The address that it is to be, once that one is confirmed. */
    newEmail: z.nullable(z.string()),
    /** Addresses that it had, as long as they are kept. */
    formerEmails: z.array(z.object({ email: z.string(), changedAt: instant })),
  }),
  profile: z.union([khateebProfile, masjidProfile]),
  sessions: z.array(
    z.object({
      id: z.string(),
      createdAt: instant,
      lastSeenAt: instant,
      device: z.string(),
      current: z.boolean(),
    }),
  ),
  /** Browsers that were signed in from, which are known again by a cookie. */
  knownDevices: z.array(z.object({ firstUsedAt: instant, lastUsedAt: instant })),
  /** Of a masjid: all it ever posted. */
  slots: z.array(z.object({ ...slotName, postedAt: instant, removedAt: maybeInstant })),
  proposals: z.array(
    z.object({
      ...slotName,
      ...people,
      direction: z.enum(['invite', 'request']),
      state: z.enum(['pending', 'accepted', 'rejected', 'revoked', 'closed', 'expired']),
      madeAt: instant,
      decidedAt: maybeInstant,
    }),
  ),
  assignments: z.array(
    z.object({
      ...slotName,
      ...people,
      confirmedAt: instant,
      endedAt: maybeInstant,
      endReason: z.nullable(z.enum(['removed', 'withdrawn', 'slot_removed'])),
      /** What the khateeb said when he withdrew, as long as he has his account. */
      withdrawalReason: z.nullable(z.string()),
    }),
  ),
  /** Whom the account has blocked. */
  blocked: z.array(z.object({ name: z.string(), blockedAt: instant })),
  /** Of the last 30 days, and those that wait; what they said is not kept. */
  letters: z.array(z.object({ kind: z.string(), writtenAt: instant, sentAt: maybeInstant })),
  /** What was audited; `by` is `me`, or the role of who did it. */
  history: z.array(
    z.object({
      at: instant,
      event: z.string(),
      by: z.string(),
      /** Of a profile that changed: its fields that did. */
      changed: z.nullable(z.array(z.string())),
      khutbahDate: z.nullable(z.string()),
      khutbahTime: z.nullable(z.string()),
    }),
  ),
})
