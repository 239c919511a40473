import type { FastifyInstance } from 'fastify'

/** What an operator wants to see of somebody who tries doors: not signed in, not his, too often. */
const refusals = [401, 403, 429]

/**
 * Writes a line for each request that was answered, to be found by its id: refusals at `info`, the rest at `debug`. It names
 * the route and not the address that was asked for, which may hold anything.
 */
export function logResponses(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    const answered = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status,
      ms: Math.round(reply.elapsedTime),
      uid: request.caller?.uid,
      address: request.ip,
    }
    if (refusals.includes(status)) request.log.info(answered, 'refused')
    else request.log.debug(answered, 'answered')
    done()
  })
}
