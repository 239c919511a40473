import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'

/** Any member may subscribe to the khutbahs of the party: a calendar has no phones. */
const ofMember = { access: { khateeb: true, masjid: true }, needs: 'viewer' } as const

/** When the caller made the address of their calendar for the acting party; null if they have none. */
export const getCalendarAddress = endpoint('GET', '/calendar_address', {
  ...ofMember,
  output: z.object({ madeAt: z.nullable(z.string()) }),
})

/**
 * Makes an address under which a calendar program reads the khutbahs of the acting party, and deletes the caller's former one. Only this
 * answer has it: the server keeps a hash. Anyone who has the address can read the calendar.
 */
export const makeCalendarAddress = endpoint('POST', '/make_calendar_address', {
  ...ofMember,
  secret: true,
  output: z.object({ path: z.string() }),
})

/** Deletes the caller's address for the acting party. Calendar programs that use it then get 404. */
export const deleteCalendarAddress = endpoint('POST', '/delete_calendar_address', {
  ...ofMember,
  output: z.object({ deleted: z.boolean() }),
})

/**
 * A calendar file with the slot that the acting party has agreed on with the other side, to add to a calendar once. A plain link to
 * `/calendar/event/{slotId}.ics` downloads it.
 */
export const getCalendarEvent = endpoint('GET', '/calendar_event/{slotId}', {
  ...ofMember,
  params: z.object({ slotId: id('slotId') }),
  output: z.object({ file: z.string() }),
  failures: ['not_found'],
})
