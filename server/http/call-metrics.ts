import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Gate } from './admission-gate.ts'
import { failureOf } from './error-handler.ts'
import { isEventStream } from './event-stream.ts'

/**
 * Histogram buckets in seconds, from 1 ms to the 10 s within which every call is answered. Each is at most 1.5 times the
 * previous one, which limits the error of quantiles to that factor.
 */
const callBuckets = [
  0.001, 0.0015, 0.0022, 0.0032, 0.0047, 0.007, 0.01, 0.015, 0.022, 0.032, 0.047, 0.07, 0.1, 0.15, 0.22, 0.32,
  0.47, 0.7, 1, 1.5, 2.2, 3.2, 4.7, 7, 10,
]

/** Asset files share one series, because their names change with every build. */
const assetPath = /^\/assets\/.*/u

/** Measures durations and failures of calls, and counts waiting calls. */
export function measureCalls(server: FastifyInstance, registry: Registry, gate: Gate): void {
  const registers = [registry]
  const calls = new Histogram({
    name: 'minbar_call_seconds',
    help: 'How long calls took, by route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: callBuckets,
    registers,
  })
  server.addHook('onResponse', async (request, reply) => {
    if (isEventStream(reply)) return
    const { url } = request.routeOptions
    // Without a matching route the method can be anything, so it must not create a series.
    const method = url === undefined ? 'any' : request.method
    const route = url === undefined ? 'none' : url.replace(assetPath, '/assets/*')
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    calls.observe({ route, method, status }, reply.elapsedTime / 1_000)
  })
  const failures = new Counter({
    name: 'minbar_failures_total',
    help: 'Calls that failed, by the code of the failure and, where it is "unavailable", by the cause.',
    labelNames: ['code', 'because'],
    registers,
  })
  server.addHook('onError', async (_, __, error) => {
    const { code, details } = failureOf(error)
    failures.inc({ code, because: details.because ?? (code === 'unavailable' ? 'other' : '') })
  })
  registry.registerMetric(
    new Gauge({
      name: 'minbar_calls_waiting',
      help: 'Calls that wait at the admission gate, with a valid session (inside) or without (outside).',
      labelNames: ['side'],
      // By default, the gauge would also be in the global registry.
      registers: [],
      collect() {
        const { waitingWithSession, waitingWithoutSession } = gate.counts()
        this.set({ side: 'inside' }, waitingWithSession)
        this.set({ side: 'outside' }, waitingWithoutSession)
      },
    }),
  )
}
