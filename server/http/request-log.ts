import type { FastifyInstance } from 'fastify'

/** Statuses that may show an attack: unauthenticated, forbidden, too many requests. */
const refusals = [401, 403, 429]

/**
 * Logs each response with its request id: refusals at `info`, others at `debug`. It logs the route instead of the URL, which
 * may contain personal data.
 */
export function logResponses(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    const facts = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status,
      ms: Math.round(reply.elapsedTime),
      uid: request.caller?.uid,
      address: request.ip,
    }
    if (refusals.includes(status)) request.log.info(facts, 'refused')
    else request.log.debug(facts, 'answered')
    done()
  })
}
