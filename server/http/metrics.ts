import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { freeSpace } from '../disk.ts'
import { heldLetters } from '../letters/hold-until-released.ts'
import { admitOperator } from './operator.ts'

/** Serves `/metrics` in Prometheus' format to callers who know the operator's token. */
export function serveMetrics(
  server: FastifyInstance,
  { pool, reader }: Database,
  token: string,
  { dataDir, diskWarning }: Pick<Config, 'dataDir' | 'diskWarning'>,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'minbar_call_seconds',
    help: 'How long calls took, by route and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    calls.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })
  server.get('/metrics', { onRequest: admitOperator(token) }, async (_, reply) => {
    const waiting = await reader
      .selectFrom('letters')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .select((select) => select.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    const held = await heldLetters(reader)
    const own = [
      gauge('minbar_letters_waiting', 'Letters that are not sent yet.', Number(waiting.count)),
      gauge(
        'minbar_letters_held',
        'Letters that a restore holds until the operator releases them.',
        held.reduce((sum, { count }) => sum + count, 0),
      ),
      gauge('minbar_database_connections', 'Connections to the database.', pool.totalCount),
      gauge('minbar_database_waiting', 'Calls that wait for a connection.', pool.waitingCount),
      gauge('minbar_disk_free_bytes', 'Free space on the file system of DATA_DIR.', await freeSpace(dataDir)),
      gauge('minbar_disk_warning_bytes', 'Free space below which the log warns.', diskWarning),
    ]
    const text = (await registry.metrics()) + own.join('')
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text)
  })
}

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`
}
