import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networksOf } from './client-network.ts'
import { requireOperatorToken } from './operator-token.ts'

const hour = 3_600_000

/** Limits the log if callers send forged headers from many addresses. */
const maxPeersPerHour = 100

/**
 * Creates a filter that accepts each peer once an hour. An IPv6 /48 counts as one peer, so that a caller with many addresses
 * cannot use up the limit before the real proxy is reported. `now` is in milliseconds of a monotonic clock.
 */
export function createHourlyPeerFilter(): (peer: string, now: number) => boolean {
  const seen = new Set<string>()
  let hourStart = -Infinity
  return (peer, now) => {
    if (now - hourStart >= hour) {
      hourStart = now
      seen.clear()
    }
    const network = networksOf(peer).at(-1)?.name ?? peer
    if (seen.has(network) || seen.size >= maxPeersPerHour) return false
    seen.add(network)
    return true
  }
}

/**
 * Warns if X-Forwarded-For comes from a peer that isn't a trusted proxy, because the server ignores such a header. If TRUST_PROXY lacks the
 * real proxy, all callers share the rate limits of the proxy's address.
 */
export function warnAboutUntrustedProxies(server: FastifyInstance): void {
  const shouldWarn = createHourlyPeerFilter()
  server.addHook('onRequest', (request, _, done) => {
    // `ips` has the peer's address and, if the peer is a trusted proxy, the addresses from its X-Forwarded-For.
    if (request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 0) <= 1) {
      const peer = request.socket.remoteAddress ?? ''
      const advice = 'X-Forwarded-For is ignored: if this peer is your proxy, name it in TRUST_PROXY'
      if (shouldWarn(peer, performance.now())) request.log.warn({ peer }, advice)
    }
    done()
  })
}

/** Returns the IP address in an entry of X-Forwarded-For, which may have a port. Undefined if the entry is not an address. */
export function forwardedAddress(entry: string): string | undefined {
  const { v6, v4 } = /^(?:\[(?<v6>[^\]]+)\](?::\d+)?|(?<v4>[\d.]+):\d+)$/.exec(entry)?.groups ?? {}
  const address = v6 ?? v4 ?? entry
  return isIP(address) === 0 ? undefined : address
}

/** Returns the entries of X-Forwarded-For as received. */
function forwardedEntries({ raw }: FastifyRequest): readonly string[] {
  return (raw.headersDistinct['x-forwarded-for'] ?? [])
    .flatMap((it) => it.split(','))
    .map((it) => it.trim())
    .filter(Boolean)
}

/**
 * Removes ports from X-Forwarded-For, because Fastify would use the address with its port as the caller's address, and a caller with a new
 * port would have new limits. Also removes each entry that is not an address, and the entries before it. In this case, the proxy that wrote
 * the removed entry counts as the caller.
 */
export function normalizeForwardedAddresses(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _, done) => {
    if (request.headers['x-forwarded-for'] !== undefined) {
      const addresses = forwardedEntries(request).map(forwardedAddress)
      request.raw.headers['x-forwarded-for'] = addresses
        .slice(addresses.lastIndexOf(undefined) + 1)
        .join(', ')
    }
    done()
  })
}

/** How a call reached the server: the response of `GET /forwarded`. */
export interface ForwardedEndpointResponse {
  /** The caller's address, as used for rate limits. */
  readonly address: string
  /** The address that opened the connection: the proxy, if there is one. */
  readonly peer: string
  /** X-Forwarded-For as received. */
  readonly forwarded: readonly string[]
}

/**
 * Serves `/forwarded`, by which an operator checks TRUST_PROXY. Callers without the operator's token get 404, because the
 * response contains addresses of the operator's network.
 */
export function serveForwardedEndpoint(server: FastifyInstance, token: string): void {
  server.get('/forwarded', { onRequest: requireOperatorToken(token) }, async (request, reply) => {
    const arrival: ForwardedEndpointResponse = {
      address: request.ip,
      peer: request.socket.remoteAddress ?? '',
      forwarded: forwardedEntries(request),
    }
    return reply.header('cache-control', 'no-store').send(arrival)
  })
}
