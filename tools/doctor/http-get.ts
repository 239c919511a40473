import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { TLSSocket } from 'node:tls'
import { withTimeout } from './with-timeout.ts'

export type HttpResponse = Awaited<ReturnType<typeof responseOf>>

export type Certificate = NonNullable<ReturnType<typeof certificateOf>>

/** The timeout of a request, in milliseconds. */
const timeout = 5_000

/** The most characters of a body to read. The responses of Minbar are shorter. */
const maxBodyLength = 10_000

/**
 * Sends a GET request on a new connection, and follows no redirect. The response says whether the certificate is trusted. If the headers
 * have a secret (`authorization`) and the certificate is not trusted, rejects without sending the secret.
 */
export async function httpGet(url: URL, headers: Readonly<Record<string, string>>): Promise<HttpResponse> {
  // A little longer than the timeout of `withTimeout`, whose error has a better message.
  const signal = AbortSignal.timeout(timeout + 100)
  const request =
    url.protocol === 'https:'
      ? requestHttps(url, { headers, signal, agent: false, rejectUnauthorized: 'authorization' in headers })
      : requestHttp(url, { headers, signal, agent: false })
  const responded = new Promise<HttpResponse>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => void responseOf(response).then(resolve, reject))
  })
  request.end()
  return withTimeout(timeout, responded)
}

async function responseOf(response: IncomingMessage) {
  const { socket, statusCode: status = 0, headers } = response
  const certificate = certificateOf(socket)
  return { status, headers, body: await bodyOf(response), certificate }
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of response.setEncoding('utf8')) {
    body += String(part)
    if (body.length > maxBodyLength) break
  }
  return body
}

/** Returns the certificate of the server; undefined without TLS. */
function certificateOf(socket: unknown) {
  if (!(socket instanceof TLSSocket)) return undefined
  const { valid_from: from, valid_to: until } = socket.getPeerCertificate()
  const fault: unknown = socket.authorizationError
  return {
    validFrom: new Date(from),
    validUntil: new Date(until),
    /** Node's code for the reason why the certificate isn't trusted; undefined for a trusted certificate. */
    fault: socket.authorized ? undefined : String(fault instanceof Error ? fault.message : fault),
  }
}
