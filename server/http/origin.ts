import type { FastifyInstance } from 'fastify'
import { Failure } from './failure.ts'

/**
 * Refuses a changing request that comes from a page of another site: where a browser says the Origin, it must be the
 * host that was asked. Beside SameSite=Strict cookies this is the defence against forged requests.
 */
export function checkOrigin(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    const { origin } = request.headers
    if (origin === undefined || request.method === 'GET' || request.method === 'HEAD') return
    if (!URL.canParse(origin) || new URL(origin).host !== request.headers.host)
      throw new Failure('wrong_origin')
  })
}
