import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { FailureBody } from '../../contract/failures.ts'

/** Statuses by Node's own codes; whatever else cannot be read is a 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
}

/**
 * Answers what is no request of HTTP, or did not come to its end in time, as every other failure is answered, and hangs up.
 * Fastify would log the packet at `trace`, with all that is secret in it.
 */
export function answerMalformedRequests(headers: OutgoingHttpHeaders) {
  return function answer(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statuses[error.code ?? ''] ?? 400
    this.log.debug({ status, code: error.code }, 'a request could not be read')
    const said: FailureBody = { error: 'This request could not be read.', code: 'invalid_input' }
    const body = JSON.stringify(said)
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
 * Answers a request as if it had not expected what nobody knows, as HTTP allows (RFC 9110, 10.1.1). Node would answer 417
 * without a word, and without the headers that every answer carries.
 */
export function ignoreExpectHeader({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
}
