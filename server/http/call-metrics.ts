import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { failureOf } from './error-handler.ts'
import type { Gate } from './admission-gate.ts'

/**
 * Seconds. Each is at most 1.5 times the one before, so that a quantile read from them is at most that much off, from a
 * millisecond to the ten seconds within which every call is answered.
 */
const callBuckets = [
  0.001, 0.0015, 0.0022, 0.0032, 0.0047, 0.007, 0.01, 0.015, 0.022, 0.032, 0.047, 0.07, 0.1, 0.15, 0.22, 0.32,
  0.47, 0.7, 1, 1.5, 2.2, 3.2, 4.7, 7, 10,
]

/** The page's files: a build has many, under new names each time. */
const assets = /^\/assets\/.*/u

/** Measures how long calls take and how they fail. Gives what looks at the gate and sets how many calls are in hand. */
export function measureCalls(server: FastifyInstance, registry: Registry, gate: Gate): () => void {
  const registers = [registry]
  const calls = new Histogram({
    name: 'minbar_call_seconds',
    help: 'How long calls took, by route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: callBuckets,
    registers,
  })
  server.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions
    // A caller chooses the method where no route is met: it makes no series of its own.
    const method = url === undefined ? 'any' : request.method
    const route = url === undefined ? 'none' : url.replace(assets, '/assets/*')
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
  const working = new Gauge({
    name: 'minbar_calls_working',
    help: 'Calls that the gate has let in and that have not ended.',
    registers,
  })
  const waiting = new Gauge({
    name: 'minbar_calls_waiting',
    help: 'Calls that wait at the gate, with a live session (inside) or without (outside).',
    labelNames: ['side'],
    registers,
  })
  const passwords = new Gauge({
    name: 'minbar_passwords_working',
    help: 'Calls in hand that verify or store a password.',
    registers,
  })
  return () => {
    const counts = gate.counts()
    working.set(counts.working)
    waiting.set({ side: 'inside' }, counts.waitingWithSession)
    waiting.set({ side: 'outside' }, counts.waitingWithoutSession)
    passwords.set(counts.withPasswords)
  }
}
