import type { FastifyInstance } from 'fastify'
import { networksOf } from './client-network.ts'
import { requireOperatorToken } from './operator-token.ts'

/** Milliseconds in which one peer is named once. */
const hour = 3_600_000

/** Peers that are named in an hour, so that the log stays small whatever callers send. */
const namedAtMost = 100

/**
 * Gives what tells whether to name a peer now (milliseconds that only grow): once an hour, and with it the rest of its
 * network, the whole /48 for IPv6. So one caller who forges the header cannot use up the warning of the real proxy.
 */
export function createHourlyPeerFilter(): (peer: string, now: number) => boolean {
  const named = new Set<string>()
  let begun = -Infinity
  return (peer, now) => {
    if (now - begun >= hour) {
      begun = now
      named.clear()
    }
    const network = networksOf(peer).at(-1)?.name ?? peer
    if (named.has(network) || named.size >= namedAtMost) return false
    named.add(network)
    return true
  }
}

/**
 * Warns that X-Forwarded-For came from a peer that isn't a trusted proxy, and so counts for nothing: behind a proxy
 * that TRUST_PROXY does not name, everybody would share the proxy's limits.
 */
export function warnAboutUntrustedProxies(server: FastifyInstance): void {
  const isToName = createHourlyPeerFilter()
  server.addHook('onRequest', (request, _, done) => {
    // Fastify gives the chain of addresses it trusts; alone, the peer is its whole chain.
    if (request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 0) <= 1) {
      const peer = request.socket.remoteAddress ?? ''
      const advice = 'X-Forwarded-For is ignored: if this peer is your proxy, name it in TRUST_PROXY'
      if (isToName(peer, performance.now())) request.log.warn({ peer }, advice)
    }
    done()
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
  server.get('/forwarded', { onRequest: requireOperatorToken(token) }, async (request, reply) => {
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
