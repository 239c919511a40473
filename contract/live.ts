import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { numberParameter, uids } from './fields.ts'

/** The most other parties about which one call may ask. */
export const maxWatchedUids = 8

/** The most seconds that a call may look back: a day. */
export const maxLookbackSeconds = 86_400

/**
 * Returns whether something changed in the last `seconds`: data of the caller, or public data of the parties in `about`. With `Accept:
 * text/event-stream`, the response is a stream of server-sent events. The server sends a `message` event with the data `changed` after each
 * change, and an `alive` event while nothing changes. The stream begins with a `changed` if something changed in the last `seconds`. The
 * stream ends soon after the session has ended. No response says what has changed.
 */
export const checkForChanges = endpoint('GET', '/changes', {
  access: { khateeb: true, masjid: true },
  query: z.object({
    seconds: numberParameter('seconds', 1, maxLookbackSeconds, /^\d{1,5}$/),
    about: z.optional(uids('about', maxWatchedUids)),
  }),
  output: z.object({ changed: z.boolean() }),
})
