import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { calendarDate, cursor, limit, ownUid } from './fields.ts'
import { accountInHistory, wallClock, wallClockOfEvent } from './khutbah-schemas.ts'

/**
 * Audit events of a slot. `slot_moved`: the masjid gave it another date or time. `slot_zone_changed`: the masjid changed its time zone, so
 * the instant changed and the wall-clock time did not. `slot_described`: the masjid changed its language or its note. `khateeb_released`: the assignment ended because the masjid removed the slot. `*_closed`: the slot was filled or
 * removed, or the khateeb was booked at that hour, or at the hour to which a slot moved, or deleted their account. There is no event for a confirmation:
 * `*_accepted` implies it.
 */
export const slotEvent = z.enum([
  'slot_posted',
  'slot_removed',
  'slot_moved',
  'slot_zone_changed',
  'slot_described',
  'invite_sent',
  'invite_accepted',
  'invite_rejected',
  'invite_revoked',
  'invite_closed',
  'invite_expired',
  'request_sent',
  'request_accepted',
  'request_rejected',
  'request_revoked',
  'request_closed',
  'request_expired',
  'khateeb_removed',
  'khateeb_withdrew',
  'khateeb_released',
  'khateeb_reconfirmed',
  'topic_named',
])

/**
 * The actor of an event. `masjid` is a member of this masjid. `other_masjid`: the khateeb was booked there at that hour. `minbar` is the
 * server itself, when a deadline passed.
 */
const actorRole = z.enum(['khateeb', 'masjid', 'other_masjid', 'operator', 'minbar'])

/** Who acted. */
export const actorInHistory = z.object({
  role: actorRole,
  /**
   * For a khateeb, their name. For a member of this masjid, the person's name or, while they are a member without a name, their email. Null
   * for a person whose account was deleted, and for all other actors.
   */
  name: z.nullable(z.string()),
  isCaller: z.boolean(),
  /** Whether a member of this masjid acted on their own khutbah: the person is the entry's khateeb, too. */
  isOwnKhateeb: z.boolean(),
})

/**
 * Audit events of a masjid's slots, newest first; `date` selects the slots of one date. Khateebs appear under their current
 * names, or as `Former khateeb` after their account was deleted.
 */
export const getSlotHistory = endpoint('GET', '/masjids/{uid}/slot_history', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ date: z.optional(calendarDate), limit, cursor }),
  output: z.array(
    z.object({
      at: z.string(),
      /** `at` in the masjid's time zone. */
      wallClock: wallClockOfEvent,
      event: slotEvent,
      by: actorInHistory,
      slotId: z.string(),
      khutbahDate: z.string(),
      khutbahTime: z.string(),
      startsAt: z.string(),
      khateeb: z.nullable(accountInHistory),
      /** Why the khateeb withdrew; null for other events, and after the khateeb's account was deleted. */
      reason: z.nullable(z.string()),
      /** From where to where the masjid moved the slot; null for other events. */
      moved: z.nullable(z.object({ from: wallClock, to: wallClock })),
    }),
  ),
  paged: true,
})
