import fastify from 'fastify'
import { expect, test } from 'vitest'
import { handleErrors } from '../http/error-handler.ts'
import { serveCalendarEvent } from './serve-calendar.ts'

test.each(['...ics', '..ics', '%2e%2e.ics', '..%2f.ics'])(
  'the address /calendar/event/%s, which has no slot id, is not found (404)',
  async (file) => {
    const server = fastify()
    handleErrors(server)
    // The server makes the call `/calendar_event/<slot id>`. With the slot id “..”, the path of this call would lead to this page.
    server.get('/', () => 'The home page.')
    serveCalendarEvent(server)
    const { statusCode } = await server.inject(`/calendar/event/${file}`)
    expect(statusCode).toBe(404)
  },
)
