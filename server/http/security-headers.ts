import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { type Config, isSecure } from '../config.ts'

/** A year, in seconds, for which browsers shall keep to https. */
const keepToHttps = 31_536_000

/** What the page never asks a browser for; Helmet knows no such header. */
const notNeeded = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'midi',
  'usb',
]

/** The hashes of what stands in a document and not in a file, `sha256-…`. */
export interface Inline {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** The headers that keep a browser from doing more than the page needs. */
export interface SecurityHeaders {
  readonly calls: OutgoingHttpHeaders
  /** Of documents, files, and whatever meets no route. */
  readonly defaults: OutgoingHttpHeaders
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers a call of the contract, in JSON. */
    readonly isCall?: true
  }
}

export function securityHeaders(config: Config, inline: Inline): SecurityHeaders {
  const donation = config.donationUrl === null ? "'none'" : new URL(config.donationUrl).origin
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...inline.scripts.map(quoted)],
        'style-src': ["'self'", ...inline.styles.map(quoted)],
        'font-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'frame-src': [donation],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
      },
    },
    strictTransportSecurity: isSecure(config) ? { maxAge: keepToHttps, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // Whoever gives may do so by what the browser keeps of him, in the donation form's own frame alone.
  const payment = config.donationUrl === null ? '' : `"${donation}"`
  const permissions = [...notNeeded.map((it) => `${it}=()`), `payment=(${payment})`].join(', ')
  return {
    calls: {
      ...Object.fromEntries(
        namesOfCalls.map((name) => [name, headers[name]]).filter(([, it]) => it !== undefined),
      ),
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    },
    defaults: { ...headers, 'permissions-policy': permissions },
  }
}

/** JSON is no document: what forbids a document's scripts and devices would only make each answer half as large again. */
const namesOfCalls = ['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options']

const quoted = (hash: string) => `'${hash}'`

/** Sends them with every answer, and the request's id, by which its lines are found in the log. */
export function sendSecurityHeaders(server: FastifyInstance, { calls, defaults }: SecurityHeaders): void {
  server.addHook('onRequest', (request, reply, done) => {
    const headers = request.routeOptions.config.isCall === true ? calls : defaults
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

/** The headers that Helmet sets. They are the same for every answer, so it is asked once. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return response.getHeaders()
}
