import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { hashOf } from '../identity/tokens.ts'
import { heldLetters } from '../letters/hold-until-released.ts'
import { Failure } from './failure.ts'

/**
 * Serves `/metrics` in Prometheus' format to callers who know the token (`Authorization: Bearer`). Any other caller is
 * answered with 404, wherever the call comes from: behind a proxy every call seems to come from this machine.
 */
export function serveMetrics(server: FastifyInstance, { pool, reader }: Database, token: string): void {
  const expected = hashOf(`Bearer ${token}`)
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
    ]
    const text = (await registry.metrics()) + own.join('')
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text)
  })
}

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`
}
