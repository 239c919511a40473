import * as z from 'zod/mini'
import { wallClockOfEvent } from './khutbah-schemas.ts'

/** What a member of a masjid can have done before another member's call arrives. */
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
 * The act of a member of the caller's masjid because of which a call was refused or changed nothing: another member was faster, or the
 * caller did it in another tab. Khateebs never get it.
 */
const earlierAct = z.object({
  event: earlierActEvent,
  /** The person's name or, while they are a member without a name, their email. Null after their account was deleted. */
  name: z.nullable(z.string()),
  /** Whether the person is the caller. */
  isCaller: z.boolean(),
  at: z.string(),
  /** `at` in the masjid's time zone. */
  wallClock: wallClockOfEvent,
  /** The name of the khateeb whose request was approved, if the call is about another khateeb. */
  otherKhateeb: z.nullable(z.string()),
})

export type EarlierAct = z.infer<typeof earlierAct>

/** In the answer to a masjid's call that changed nothing. */
export const withEarlierAct = { by: z.optional(earlierAct) }
