import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Failure } from './failure.ts'

/**
 * Serves `/healthz` (the process runs) and `/readyz` (the server should get calls: its database answers and is not
 * read-only, and the server is not shutting down). `/readyz` writes nothing, so it does not notice a full disk.
 */
export function serveHealth(server: FastifyInstance, { db }: Database, draining: AbortSignal): void {
  let pending: Promise<boolean> | undefined
  // The route is public and has no rate limit, so concurrent checks share one statement.
  const isReady = () => {
    pending ??= isWritable(db).finally(() => {
      pending = undefined
    })
    return pending
  }
  server.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    if (draining.aborted || !(await isReady())) throw new Failure('unavailable', { because: 'not_ready' })
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}

/** False for a standby in recovery, and for a database that is set to read-only. */
async function isWritable(reader: Database['db']): Promise<boolean> {
  const { rows } = await sql<{ readOnly: string }>`
    select current_setting('transaction_read_only') as "readOnly"`.execute(reader)
  return rows[0]?.readOnly === 'off'
}

/**
 * After the signal, sends `Connection: close` with every response, so that clients don't reuse a connection to a server that
 * is about to stop.
 */
export function closeConnectionsWhenDraining(server: FastifyInstance, draining: AbortSignal): void {
  server.addHook('onSend', (_, reply, payload, done) => {
    if (draining.aborted) void reply.header('connection', 'close')
    done(null, payload)
  })
}
