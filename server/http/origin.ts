import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/**
 * Refuses a changing request that comes from a page of another site: where a browser says the Origin, it must be the
 * host that was asked, and https where the site is: what came without may be anybody's who stands on the line. Beside
 * SameSite=Strict cookies, for which not every browser tells the two apart, this is the defence against forged requests.
 */
export function checkOrigin(server: FastifyInstance, secure: boolean): void {
  server.addHook('onRequest', async (request) => {
    const { origin } = request.headers
    if (origin === undefined || request.method === 'GET' || request.method === 'HEAD') return
    if (!URL.canParse(origin)) throw new Failure('wrong_origin')
    const { host, protocol } = new URL(origin)
    if (host !== request.headers.host || (secure && protocol !== 'https:')) throw new Failure('wrong_origin')
  })
}
