import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/**
 * Refuses an HTTP/1.1 request without exactly one Host header (RFC 9112, 3.2): with two, a proxy and this server could use
 * different ones. Node refuses only a missing header, with an empty body.
 */
export function requireOneHost(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { httpVersion, rawHeaders } }, _, done) => {
    const hosts = rawHeaders.filter((it, index) => index % 2 === 0 && it.toLowerCase() === 'host')
    const isWrong = httpVersion !== '1.0' && hosts.length !== 1
    done(isWrong ? new Failure('invalid_input', { sentence: 'This request could not be read.' }) : undefined)
  })
}
