import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { calendarDate, cursor, limit, ownUid } from './fields.ts'

/**
 * What happens to a slot, by the names it has in the audit. `slot_moved` is a change of the masjid's zone, which leaves
 * the wall-clock time as it was; `khateeb_released` is an assignment that ended with its slot. A proposal that is
 * accepted confirms its khateeb.
 */
export const slotEvent = z.enum([
  'slot_posted',
  'slot_removed',
  'slot_moved',
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
])

/** Who did it: a khateeb, the masjid, whoever runs the server, or the product itself where a time came. */
export const actorRole = z.enum(['khateeb', 'masjid', 'operator', 'minbar'])

/**
 * What happened to a masjid's slots, newest first; with `date`, to those of one date. Khateebs have the names of today,
 * and one whose account was deleted is `Former khateeb`. There is a uid where there are details to look at.
 */
export const getSlotHistory = endpoint({
  name: 'slot_history',
  method: 'GET',
  path: '/masjids/{uid}/slot_history',
  access: { masjid: 'uid' },
  params: z.object({ uid: ownUid('uid') }),
  query: z.object({ date: z.optional(calendarDate), limit, cursor }),
  output: z.array(
    z.object({
      at: z.string(),
      /** The same by the masjid's clock. */
      wallClock: z.object({ date: z.string(), time: z.string() }),
      event: slotEvent,
      /** `name` is null where nobody in particular did it. */
      by: z.object({ role: actorRole, name: z.nullable(z.string()) }),
      slotId: z.string(),
      khutbahDate: z.string(),
      khutbahTime: z.string(),
      khateeb: z.nullable(z.object({ uid: z.nullable(z.string()), name: z.string() })),
    }),
  ),
  failures: [],
  paged: true,
})
