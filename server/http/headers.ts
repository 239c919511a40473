import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Half a year, in seconds, for which browsers shall keep to https. */
const keepToHttps = 15_552_000

/** Sends the headers that keep a browser from doing more than the page needs. */
export function secureHeaders(server: FastifyInstance, config: Config): void {
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const donation = config.donationUrl === null ? "'none'" : new URL(config.donationUrl).origin
  void server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'font-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'frame-src': [donation],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: keepToHttps, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
}
