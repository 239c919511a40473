import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from './database/database.ts'
import type { Jobs } from './jobs.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Milliseconds that calls in hand get to end once no new ones are taken. */
const callsEndWithin = 3_000

/** Milliseconds that all steps together take: with the longest drain, one second is left for the last. */
const endsWithin = 9_000

interface Serving {
  readonly server: FastifyInstance
  readonly jobs: Jobs
  readonly database: Pick<Database, 'close'>
  readonly tracing: Pick<Tracing, 'close'> | undefined
  /** Aborted when the drain begins. */
  readonly draining: AbortController
  /** For how long calls are still taken, so that proxies notice `/readyz` and send them elsewhere. */
  readonly drainSeconds: number
}

/**
 * Takes a server out of service: first readiness, then new connections, then the calls in hand, then the database. No new
 * email is begun meanwhile. Resolves within nine seconds: what has not ended by then ends with the process.
 */
export async function shutDown({
  server,
  jobs,
  database,
  tracing,
  draining,
  drainSeconds,
}: Serving): Promise<void> {
  const deadline = performance.now() + endsWithin
  draining.abort()
  const jobsEnd = jobs.stop()
  await pause(drainSeconds * 1_000)
  const timer = setTimeout(() => server.server.closeAllConnections(), callsEndWithin)
  await server.close()
  clearTimeout(timer)
  const closeRest = async () => {
    await jobsEnd
    await Promise.all([database.close(), tracing?.close()])
  }
  const enough = pause(Math.max(0, deadline - performance.now()), undefined, { ref: false })
  await Promise.race([closeRest(), enough])
}
