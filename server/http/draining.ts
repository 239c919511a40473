import type { FastifyInstance } from 'fastify'

/**
 * From the signal on, each answer asks its client for another connection: one that kept this connection would send its
 * next call to a server that is about to close it.
 */
export function closeConnectionsWhenDraining(server: FastifyInstance, draining: AbortSignal): void {
  server.addHook('onSend', (_, reply, payload, done) => {
    if (draining.aborted) void reply.header('connection', 'close')
    done(null, payload)
  })
}
