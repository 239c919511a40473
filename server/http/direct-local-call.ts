import type { FastifyRequest } from 'fastify'

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

const localHostPattern = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/** Headers that a proxy adds. A call with a forged header does not count as local, either: this does no harm. */
const proxyHeaderPattern = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/i

/**
 * Whether a program on this machine made the call directly, without a proxy. Only the connection and the Host header are trusted. A call
 * with a proxy header is never local, whatever the header's value.
 */
export function isDirectLocalCall({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return (
    loopback.includes(raw.socket.remoteAddress ?? '') &&
    localHostPattern.test(raw.headers.host ?? '') &&
    !Object.keys(raw.headers).some((name) => proxyHeaderPattern.test(name))
  )
}
