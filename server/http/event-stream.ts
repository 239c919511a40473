import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

const eventStreamType = 'text/event-stream'

/**
 * Whether the client, such as a browser's EventSource, wants server-sent events. False for a HEAD request, because a stream would leave
 * it unanswered.
 */
export function acceptsEvents({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes(eventStreamType)
}

/** Answers with a stream of server-sent events. The response ends with the stream. If the client disconnects, the stream is destroyed. */
export function sendEvents(reply: FastifyReply, events: Readable): FastifyReply {
  return (
    reply
      .type(eventStreamType)
      .header('cache-control', 'no-store')
      // nginx would hold the events back until its buffer is full.
      .header('x-accel-buffering', 'no')
      // Otherwise the connection stays open after the stream, and a server that shuts down waits for the connection's keep-alive timeout.
      .header('connection', 'close')
      .send(events)
  )
}

/** Whether the response is a stream of events. The duration of a stream says nothing about the server's speed, so it is not measured. */
export function isEventStream(reply: FastifyReply): boolean {
  return reply.getHeader('content-type') === eventStreamType
}
