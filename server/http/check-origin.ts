import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/**
 * Protects against CSRF: refuses a request to change data if its Origin has another host. Also refuses an http Origin
 * on an https site, because an attacker in the network can forge an http page. SameSite=Strict cookies alone are not enough: some
 * browsers treat http and https as the same site.
 */
export function checkOrigin(server: FastifyInstance, secure: boolean): void {
  server.addHook('onRequest', ({ method, headers: { origin, host } }, _, done) => {
    const isRead = method === 'GET' || method === 'HEAD'
    const isOwn = isRead || origin === undefined || isOriginOf(origin, host, secure)
    done(isOwn ? undefined : new Failure('wrong_origin'))
  })
}

function isOriginOf(origin: string, requestedHost: string | undefined, secure: boolean): boolean {
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  return host === requestedHost && (!secure || protocol === 'https:')
}
