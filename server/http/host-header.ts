import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/**
 * Refuses a request of HTTP/1.1 that doesn't name one host and no other (RFC 9112, 3.2): a proxy may have read the one, and
 * we would read the other. Node would refuse only what names none, by an answer without a word.
 */
export function requireOneHost(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { httpVersion, rawHeaders } }, _, done) => {
    const hosts = rawHeaders.filter((it, index) => index % 2 === 0 && it.toLowerCase() === 'host')
    const isWrong = httpVersion !== '1.0' && hosts.length !== 1
    done(isWrong ? new Failure('invalid_input', { sentence: 'This request could not be read.' }) : undefined)
  })
}
