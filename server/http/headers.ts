import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

/** Half a year, in seconds, for which browsers shall keep to https. */
const keepToHttps = 15_552_000

/** Sends the headers that keep a browser from doing more than the page needs. */
export function secureHeaders(server: FastifyInstance, config: Config): void {
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const donation = config.donationUrl === null ? "'none'" : new URL(config.donationUrl).origin
  const headers = headersOf({
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
  server.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers)
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
