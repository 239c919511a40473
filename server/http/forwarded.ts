import type { FastifyInstance } from 'fastify'

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
