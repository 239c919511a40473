import * as z from 'zod/mini'
import { wallClockOfEvent } from './khutbah-schemas.ts'

/** The acts of a masjid's member that can change the result of a later call of the same masjid. */
export const earlierActEvent = z.enum([
  'slot_posted',
  'slot_removed',
  'slot_moved',
  'invite_sent',
  'invite_revoked',
  'request_accepted',
  'request_rejected',
  'khateeb_removed',
  'account_blocked',
  'account_unblocked',
  'member_role_changed',
  'member_removed',
  'member_left',
])

/**
 * An act of a masjid's member that made a later call of the same masjid fail or change nothing. Another member was faster, or the caller
 * acted in another tab. Khateebs never get this field.
 */
const earlierAct = z.object({
  event: earlierActEvent,
  /**
   * The name of the person who acted, or the email of a member without a name. Null for a deleted account, and for a former member without
   * a name.
   */
  name: z.nullable(z.string()),
  isCaller: z.boolean(),
  at: z.string(),
  /** `at` in the masjid's time zone. */
  wallClock: wallClockOfEvent,
  /** The name of the khateeb whose request was approved, if the call is about a different khateeb. */
  otherKhateeb: z.nullable(z.string()),
})

export type EarlierAct = z.infer<typeof earlierAct>

/** The output field of a masjid's call that changed nothing because of an earlier act. */
export const earlierActField = { by: z.optional(earlierAct) }
