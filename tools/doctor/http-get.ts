import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { TLSSocket } from 'node:tls'
import { withTimeout } from './with-timeout.ts'

/** An answer to a GET. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** Undefined without TLS. */
  readonly certificate: Certificate | undefined
}

export interface Certificate {
  readonly validFrom: Date
  readonly validUntil: Date
  /** Why a browser would not trust it, in Node's word; undefined when it would. */
  readonly fault: string | undefined
}

/** Milliseconds that an answer may take. */
const answersWithin = 5_000

/** Characters of a body that are read; Minbar's own are shorter. */
const bodyAtMost = 10_000

/**
 * Gets an address, without following redirects. A certificate that isn't trusted is told and not refused, unless the headers
 * hold a secret: each call is a connection of its own, and another one's certificate says nothing of it.
 */
export async function httpGet(url: URL, headers: Readonly<Record<string, string>>): Promise<HttpResponse> {
  // Later than the error with words of its own.
  const signal = AbortSignal.timeout(answersWithin + 100)
  const asked =
    url.protocol === 'https:'
      ? requestHttps(url, { headers, signal, agent: false, rejectUnauthorized: 'authorization' in headers })
      : requestHttp(url, { headers, signal, agent: false })
  const answered = new Promise<HttpResponse>((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', (response) => {
      const certificate = certificateOf(response.socket)
      const { statusCode = 0, headers: answeredHeaders } = response
      bodyOf(response)
        .then((body) => resolve({ status: statusCode, headers: answeredHeaders, body, certificate }))
        .catch(reject)
    })
  })
  asked.end()
  return withTimeout(answersWithin, answered)
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of response.setEncoding('utf8')) {
    body += String(part)
    if (body.length > bodyAtMost) break
  }
  return body
}

function certificateOf(socket: unknown): Certificate | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const { valid_from: from, valid_to: until } = socket.getPeerCertificate()
  const fault: unknown = socket.authorizationError
  return {
    validFrom: new Date(from),
    validUntil: new Date(until),
    fault: socket.authorized ? undefined : String(fault instanceof Error ? fault.message : fault),
  }
}
