import type { FastifyInstance } from 'fastify'
import { type Config, isSecure } from '../config.ts'

/** Seconds: a year. */
const hstsMaxAge = 31_536_000

/** Browser features that the page never uses. */
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is an API call, which responds with JSON. */
    readonly isCall?: true
  }
}

/** Returns the headers that allow a browser only what the page needs. */
export function securityHeaders(config: Config, inline: InlineHashes) {
  const donation = config.donationUrl === null ? "'none'" : new URL(config.donationUrl).origin
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...inline.scripts.map(quote)].join(' ')}`,
    `style-src ${["'self'", ...inline.styles.map(quote)].join(' ')}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${donation}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]
  // The headers that matter for JSON. The others protect documents, and would make each response 50% larger.
  const forAll = {
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(isSecure(config) && { 'strict-transport-security': `max-age=${hstsMaxAge}` }),
  }
  // Only the frame of the donation form may use the browser's Payment Request API.
  const payment = config.donationUrl === null ? '' : `"${donation}"`
  const permissions = [...unusedFeatures.map((it) => `${it}=()`), `payment=(${payment})`].join(', ')
  return {
    /** For API calls. */
    calls: { ...forAll, 'content-security-policy': "default-src 'none';frame-ancestors 'none'" },
    /** For documents, files, and requests without a route. */
    defaults: {
      ...forAll,
      'content-security-policy': policy.join(';'),
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': permissions,
      'referrer-policy': 'same-origin',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    },
  }
}

const quote = (hash: string) => `'${hash}'`

/** Adds the security headers and the request id to every response. */
export function sendSecurityHeaders(
  server: FastifyInstance,
  { calls, defaults }: ReturnType<typeof securityHeaders>,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    const headers = request.routeOptions.config.isCall === true ? calls : defaults
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
}
