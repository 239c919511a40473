import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { cursor, id, limit, ownUid } from './fields.ts'
import { accountInHistory, movedStart, wallClockOfEvent } from './khutbah-schemas.ts'

/**
 * Audit events of a slot. `slot_moved`: the masjid gave the slot another date or time. `slot_zone_changed`: the masjid changed its time
 * zone, so the slot keeps its wall-clock time and starts at another instant. `slot_described`: the masjid changed the language or the
 * note of the slot. `khateeb_released`: the assignment ended because the masjid removed the slot. `*_closed`: a proposal ended without a
 * decision, because the slot was filled, removed or moved, or because the khateeb was booked at that hour or deleted his account. There
 * is no event for a confirmation, because each `*_accepted` confirms the khateeb.
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
  // The khateeb's account was deleted.
  'khateeb_left',
  'khateeb_released',
  'khateeb_reconfirmed',
  'topic_named',
])

/**
 * The kind of actor of an event. `masjid` is a member of the calling masjid. `other_masjid` is a masjid that booked the khateeb at that
 * hour. `minbar` is the server itself, after a deadline has passed.
 */
const actorRole = z.enum(['khateeb', 'masjid', 'other_masjid', 'operator', 'minbar'])

/** The actor of an event, as the masjid's history shows it. */
export const actorInHistory = z.object({
  role: actorRole,
  /**
   * A khateeb's name, which is `Former khateeb` if his account was deleted. For a member of the calling masjid, the member's name, or the
   * email of a member without a name. Null for a member whose account was deleted, for a former member without a name, and for all other
   * actors.
   */
  name: z.nullable(z.string()),
  isCaller: z.boolean(),
  /** Whether the member who acted is also the khateeb of the entry. */
  isOwnKhateeb: z.boolean(),
})

/**
 * Lists the audit events of a masjid's slots, newest first. `slotId` selects one slot. Khateebs have their current names, or
 * `Former khateeb` after they deleted their account.
 */
export const getSlotHistory = endpoint('GET', '/masjids/{uid}/slot_history', {
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ slotId: z.optional(id('slotId')), limit, cursor }),
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
      /** The reason for a withdrawal. Null for other events, and after the khateeb deleted his account. */
      reason: z.nullable(z.string()),
      /** The old and the new start of a moved slot; null for other events. */
      moved: z.nullable(z.object({ from: movedStart, to: movedStart })),
    }),
  ),
  paged: true,
})
