import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { FailureBody } from '../../contract/failures.ts'
import { Failure } from './failure.ts'

const sentence = 'This request could not be read.'

/** Statuses for Node's error codes; the default is 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/**
 * Creates a handler for invalid HTTP and for requests that time out: it sends a JSON failure and closes the connection.
 * Fastify's default handler would log the raw packet, including secrets, at `trace`.
 */
export function respondToMalformedRequests(headers: OutgoingHttpHeaders) {
  return function respond(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statuses[error.code ?? ''] ?? 400
    this.log.debug({ status, code: error.code }, 'a request could not be read')
    const failure: FailureBody = { error: sentence, code: 'invalid_input' }
    const body = JSON.stringify(failure)
    const lines = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    if (socket.writable) {
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
    }
    socket.destroySoon()
  }
}

/**
 * Ignores an unknown `Expect` header, as HTTP allows (RFC 9110, 10.1.1). Node's default is a 417 without a body and without
 * our security headers.
 */
export function ignoreExpectHeader({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
}

/**
 * Refuses an HTTP/1.1 request without exactly one Host header (RFC 9112, 3.2): with two, a proxy and this server could use different
 * headers. Node refuses only a request without a Host header, and its response has no body.
 */
export function requireOneHost(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { httpVersion, rawHeaders } }, _, done) => {
    const hosts = rawHeaders.filter((it, index) => index % 2 === 0 && it.toLowerCase() === 'host')
    const isWrong = httpVersion !== '1.0' && hosts.length !== 1
    done(isWrong ? new Failure('invalid_input', { sentence }) : undefined)
  })
}
