import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from './database/database.ts'
import type { Jobs } from './jobs.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Milliseconds that calls in hand get to end once no new ones are taken. */
const callsEndWithin = 3_000

/** Milliseconds that the database's connections get to be given back, and the last traces to be sent. */
const databaseClosesWithin = 4_500

interface Serving {
  readonly server: FastifyInstance
  readonly jobs: Jobs
  readonly database: Database
  readonly tracing: Tracing | undefined
  /** Aborted when the drain begins. */
  readonly draining: AbortController
  /** For how long calls are still taken, so that proxies notice `/readyz` and send them elsewhere. */
  readonly drainSeconds: number
}

/**
 * Takes a server out of service: first readiness, then new connections, then the calls in hand, then the database. No new
 * email is begun meanwhile. Each step has its end, so that the whole takes less than ten seconds.
 */
export async function shutDown({
  server,
  jobs,
  database,
  tracing,
  draining,
  drainSeconds,
}: Serving): Promise<void> {
  draining.abort()
  const jobsEnd = jobs.stop()
  await pause(drainSeconds * 1_000)
  const timer = setTimeout(() => server.server.closeAllConnections(), callsEndWithin)
  await server.close()
  clearTimeout(timer)
  await jobsEnd
  const enough = pause(databaseClosesWithin, undefined, { ref: false })
  await Promise.race([Promise.all([database.close(), tracing?.close()]), enough])
}
