import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { Failure } from './failure.ts'

/**
 * `/healthz`: the process runs. `/readyz`: it should get calls, so its database takes changes and it isn't about to end.
 */
export function serveHealth(server: FastifyInstance, { reader }: Database, draining: AbortSignal): void {
  let asked: Promise<boolean> | undefined
  // Anybody may ask, and nothing limits how often: all who ask at a time wait for one statement.
  const isReady = () => {
    asked ??= takesChanges(reader).finally(() => {
      asked = undefined
    })
    return asked
  }
  server.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  server.get('/readyz', async (_, reply) => {
    if (draining.aborted || !(await isReady())) throw new Failure('unavailable', { because: 'not_ready' })
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}

/** A standby that recovers, and a database that was set to read only, take none. */
async function takesChanges(reader: Database['reader']): Promise<boolean> {
  const { rows } = await sql<{ readOnly: string }>`
    select current_setting('transaction_read_only') as "readOnly"`.execute(reader)
  return rows[0]?.readOnly === 'off'
}
