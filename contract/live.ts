import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { numberParameter, uids } from './fields.ts'

/** The most parties that one call may ask about, besides the caller. */
export const maxWatchedUids = 8

/** Seconds: a day. */
export const maxLookbackSeconds = 86_400

/**
 * Tells whether something has changed in the last `seconds`: anything that concerns the caller, or public data of the parties in
 * `about`.
 * With `Accept: text/event-stream` the answer never ends: it has a `message` event with the data `changed` after each change, and an
 * `alive` event while nothing happens. It never says what has changed. It ends soon after the session has ended.
 */
export const checkForChanges = endpoint('GET', '/changes', {
  access: { khateeb: true, masjid: true },
  query: z.object({
    seconds: numberParameter('seconds', 1, maxLookbackSeconds, /^\d{1,5}$/),
    about: z.optional(uids('about', maxWatchedUids)),
  }),
  output: z.object({ changed: z.boolean() }),
})
