import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/**
 * Refuses a changing request that comes from a page of another site: where a browser says the Origin, it must be the
 * host that was asked, and https where the site is: what came without may be anybody's who stands on the line. Beside
 * SameSite=Strict cookies, for which not every browser tells the two apart, this is the defence against forged requests.
 */
export function checkOrigin(server: FastifyInstance, secure: boolean): void {
  server.addHook('onRequest', ({ method, headers: { origin, host } }, _, done) => {
    const isRead = method === 'GET' || method === 'HEAD'
    const isOwn = isRead || origin === undefined || isOriginOf(origin, host, secure)
    done(isOwn ? undefined : new Failure('wrong_origin'))
  })
}

function isOriginOf(origin: string, asked: string | undefined, secure: boolean): boolean {
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  return host === asked && (!secure || protocol === 'https:')
}
