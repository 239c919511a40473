import type { FastifyRequest } from 'fastify'

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/** Headers that a proxy adds; a client can forge them, and is refused, too. */
const ofProxies = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/i

/**
 * Whether a program on this machine made the call itself, and no proxy passed it on. It judges the connection and the
 * Host header alone, never what a forwarding header says.
 */
export function isDirectLocalCall({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return (
    loopback.includes(raw.socket.remoteAddress ?? '') &&
    localHost.test(raw.headers.host ?? '') &&
    !Object.keys(raw.headers).some((name) => ofProxies.test(name))
  )
}
