import type { FastifyInstance } from 'fastify'
import { admitOperator } from './operator.ts'

/**
 * Says once that X-Forwarded-For came from a peer that isn't a trusted proxy, and so counts for nothing: behind a proxy
 * that TRUST_PROXY does not name, everybody would share the proxy's limits.
 */
export function tellOfUntrustedProxies(server: FastifyInstance): void {
  let told = false
  server.addHook('onRequest', async (request) => {
    if (told || request.headers['x-forwarded-for'] === undefined) return
    // Fastify gives the chain of addresses it trusts; alone, the peer is its whole chain.
    if ((request.ips?.length ?? 0) > 1) return
    told = true
    request.log.warn(
      { peer: request.socket.remoteAddress },
      'X-Forwarded-For is ignored: if this peer is your proxy, name it in TRUST_PROXY',
    )
  })
}

/** How a call reached the server: what `GET /forwarded` answers. */
export interface Arrival {
  /** The caller's address, as the limits count it. */
  readonly address: string
  /** Who opened the connection: the proxy, where there is one. */
  readonly peer: string
  /** X-Forwarded-For as it came. */
  readonly forwarded: readonly string[]
}

/**
 * Serves `/forwarded`, which tells a caller who knows the operator's token how his call arrived, and so whether
 * TRUST_PROXY is right. For others there is no such path, as the answer has addresses of the operator's network.
 */
export function serveForwarded(server: FastifyInstance, token: string): void {
  server.get('/forwarded', { onRequest: admitOperator(token) }, async (request, reply) => {
    const arrival: Arrival = {
      address: request.ip,
      peer: request.socket.remoteAddress ?? '',
      forwarded: String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .map((it) => it.trim())
        .filter((it) => it !== ''),
    }
    return reply.header('cache-control', 'no-store').send(arrival)
  })
}
