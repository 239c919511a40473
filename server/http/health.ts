import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** `/healthz`: the process runs. `/readyz`: it can answer, so its database does. */
export function serveHealth(server: FastifyInstance, { reader }: Database): void {
  server.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    await sql`select 1`.execute(reader)
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
