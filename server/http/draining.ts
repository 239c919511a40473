import type { FastifyInstance } from 'fastify'

/**
 * After the signal, sends `Connection: close` with every response, so that clients don't reuse a connection to a server that
 * is about to stop.
 */
export function closeConnectionsWhenDraining(server: FastifyInstance, draining: AbortSignal): void {
  server.addHook('onSend', (_, reply, payload, done) => {
    if (draining.aborted) void reply.header('connection', 'close')
    done(null, payload)
  })
}
