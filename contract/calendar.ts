import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

/** The access of calendar calls: any member of the party. Viewers, too, because a calendar has no phone numbers. */
const calendarCallOptions = { access: { khateeb: true, masjid: true }, needs: 'viewer' } as const

/** Returns when the caller made their calendar address for the acting party; null if they have none. */
export const getCalendarAddress = endpoint('GET', '/calendar_address', {
  ...calendarCallOptions,
  output: z.object({ madeAt: z.nullable(z.string()) }),
})

/**
 * Makes a secret address at which a calendar program reads the khutbahs of the acting party. Deletes the caller's earlier address. Only
 * this response contains the address, because the server stores a hash. Anyone who has the address can read the calendar. `path` is the
 * address without the host.
 */
export const makeCalendarAddress = endpoint('POST', '/make_calendar_address', {
  ...calendarCallOptions,
  secret: true,
  output: z.object({ path: z.string() }),
})

/**
 * Deletes the caller's calendar address for the acting party. Calendar programs that use the address then get 404. `deleted` is false if
 * there was no address.
 */
export const deleteCalendarAddress = endpoint('POST', '/delete_calendar_address', {
  ...calendarCallOptions,
  output: z.object({ deleted: z.boolean() }),
})

/**
 * Returns a calendar file with one confirmed slot of the acting party. The server also offers the file itself at
 * `/calendar/event/{slotId}.ics`, for plain links.
 */
export const getCalendarEvent = endpoint('GET', '/calendar_event/{slotId}', {
  ...calendarCallOptions,
  params: z.object({ slotId: id('slotId') }),
  output: z.object({ file: z.string() }),
  failures: ['not_found'],
})
