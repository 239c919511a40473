import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { freeSpace } from '../disk.ts'
import { hashOf } from '../identity/tokens.ts'
import { Failure } from './failure.ts'

/**
 * Seconds. Each is at most 1.5 times the one before, so that a quantile read from them is at most that much off, from a
 * millisecond to the ten seconds within which every call is answered.
 */
const callBuckets = [
  0.001, 0.0015, 0.0022, 0.0032, 0.0047, 0.007, 0.01, 0.015, 0.022, 0.032, 0.047, 0.07, 0.1, 0.15, 0.22, 0.32,
  0.47, 0.7, 1, 1.5, 2.2, 3.2, 4.7, 7, 10,
]

/**
 * Serves `/metrics` in Prometheus' format to callers who know the token (`Authorization: Bearer`). Any other caller is
 * answered with 404, wherever the call comes from: behind a proxy every call seems to come from this machine.
 */
export function serveMetrics(
  server: FastifyInstance,
  { pool, reader }: Database,
  token: string,
  { dataDir, diskWarning }: Pick<Config, 'dataDir' | 'diskWarning'>,
): void {
  const expected = hashOf(`Bearer ${token}`)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Histogram({
    name: 'minbar_call_seconds',
    help: 'How long calls took, by route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: callBuckets,
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions
    // A caller chooses the method where no route is met: it makes no series of its own.
    const [route, method] = url === undefined ? ['none', 'any'] : [url, request.method]
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    calls.observe({ route, method, status }, reply.elapsedTime / 1_000)
  })
  server.get('/metrics', async (request, reply) => {
    // Hashes have one length, and comparing them takes the same time for any guess.
    const given = hashOf(request.headers.authorization ?? '')
    if (!timingSafeEqual(given, expected)) throw new Failure('not_found')
    const waiting = await reader
      .selectFrom('letters')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .select((select) => select.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    const own = [
      gauge('minbar_letters_waiting', 'Letters that are not sent yet.', Number(waiting.count)),
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
