import type { FastifyInstance } from 'fastify'
import { getCalendarEvent } from '../../contract/calendar.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Gate } from '../http/admission-gate.ts'
import { Failure } from '../http/failure.ts'
import { serveFileOfCall } from '../http/serve-file-of-call.ts'
import type { RateLimit } from '../rate-limit.ts'
import { createRateLimitCounters, hashedKey } from '../rate-limit-counters.ts'
import { ownerOfCalendar } from './calendar-addresses.ts'
import { calendarEvents } from './calendar-events.ts'
import { calendarFile } from './calendar-file.ts'

interface CalendarParts {
  readonly database: Database
  readonly gate: Gate
  readonly config: Pick<Config, 'publicUrl'>
}

/**
 * The limit of reads of one calendar address. The calendar file asks programs to read it once an hour, and a person may have many devices.
 */
const readsPerAddress: RateLimit = { calls: 120, seconds: 60 * 60 }

/**
 * Serves `/calendar/{token}.ics` to calendar programs. They have no session: the token is the permission to read. The log contains only the
 * route of a request, so it contains no tokens.
 */
export function serveCalendar(server: FastifyInstance, { database, gate, config }: CalendarParts): void {
  const counters = createRateLimitCounters(database)
  server.get<{ Params: { token: string } }>('/calendar/:token.ics', (request, reply) =>
    gate.admit(request, async () => {
      const { token } = request.params
      const owner = await ownerOfCalendar(database.db, token)
      if (owner === undefined) throw new Failure('not_found')
      await counters.consume({ key: `calendar:${hashedKey(token)}`, limit: readsPerAddress })
      const events = await calendarEvents(database.db, owner)
      return reply
        .type('text/calendar; charset=utf-8')
        .header('cache-control', 'private, no-cache')
        .send(calendarFile({ ...owner, events, publicUrl: config.publicUrl }))
    }),
  )
}

/** Serves `/calendar/event/{slotId}.ics` to browsers: the file that `getCalendarEvent` returns. */
export function serveCalendarEvent(server: FastifyInstance): void {
  serveFileOfCall(server, {
    address: '/calendar/event/:slotId.ics',
    callFor: ({ slotId = '' }) => {
      // As a path segment, “.” and “..” would lead to another address.
      if (!/^[\w-]+$/.test(slotId)) throw new Failure('not_found')
      return getCalendarEvent.path.replace('{slotId}', slotId)
    },
    contentType: 'text/calendar; charset=utf-8',
    fileName: 'khutbah.ics',
  })
}
