import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { type Config, isSecure } from '../config.ts'

/** Seconds: a year. */
const hstsMaxAge = 31_536_000

/** Browser features that the page never uses. Helmet has no Permissions-Policy. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'midi',
  'usb',
]

/** Hashes, `sha256-…`, of the inline scripts and styles of the documents. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** Headers that allow a browser only what the page needs. */
export interface SecurityHeaders {
  /** For API calls. */
  readonly calls: OutgoingHttpHeaders
  /** For documents, files, and requests without a route. */
  readonly defaults: OutgoingHttpHeaders
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is an API call, which answers JSON. */
    readonly isCall?: true
  }
}

export function securityHeaders(config: Config, inline: InlineHashes): SecurityHeaders {
  const donation = config.donationUrl === null ? "'none'" : new URL(config.donationUrl).origin
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...inline.scripts.map(quote)],
        'style-src': ["'self'", ...inline.styles.map(quote)],
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
    strictTransportSecurity: isSecure(config) ? { maxAge: hstsMaxAge, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // Only the frame of the donation form may use the browser's Payment Request API.
  const payment = config.donationUrl === null ? '' : `"${donation}"`
  const permissions = [...unusedFeatures.map((it) => `${it}=()`), `payment=(${payment})`].join(', ')
  return {
    calls: {
      ...Object.fromEntries(
        headersForCalls.map((name) => [name, headers[name]]).filter(([, it]) => it !== undefined),
      ),
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    },
    defaults: { ...headers, 'permissions-policy': permissions },
  }
}

/** Headers that matter for JSON. The others protect documents, and would make each answer 50% larger. */
const headersForCalls = [
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
]

const quote = (hash: string) => `'${hash}'`

/** Adds the security headers and the request id to every response. */
export function sendSecurityHeaders(server: FastifyInstance, { calls, defaults }: SecurityHeaders): void {
  server.addHook('onRequest', (request, reply, done) => {
    const headers = request.routeOptions.config.isCall === true ? calls : defaults
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}

/** The headers that Helmet sets. They are the same for every response, so they are computed once. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return response.getHeaders()
}
