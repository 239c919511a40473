import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from './database/database.ts'
import type { Jobs } from './jobs.ts'
import type { Tracing } from './tracing/tracing.ts'

/** Milliseconds for running calls to finish after new ones are refused. */
const callsTimeout = 3_000

/** Milliseconds for all steps. With the longest drain, one second remains for the last step. */
const shutdownTimeout = 9_000

interface RunningServer {
  readonly server: FastifyInstance
  readonly jobs: Jobs
  readonly database: Pick<Database, 'close'>
  readonly tracing: Pick<Tracing, 'close'> | undefined
  /** Aborted when the drain begins. */
  readonly draining: AbortController
  /** How long calls are still accepted, so that proxies notice that `/readyz` fails, and use another server. */
  readonly drainSeconds: number
}

/**
 * Shuts a server down: it answers `/readyz` with 503, claims no more letters, drains, refuses new connections, waits for running calls,
 * and closes the database. Resolves within nine seconds, even if something has not ended by then.
 */
export async function shutDown(serving: RunningServer): Promise<void> {
  const { server, jobs, database, tracing, draining, drainSeconds } = serving
  const deadline = performance.now() + shutdownTimeout
  draining.abort()
  const jobsStopped = jobs.stop()
  await pause(drainSeconds * 1_000)
  const timer = setTimeout(() => server.server.closeAllConnections(), callsTimeout)
  await server.close()
  clearTimeout(timer)
  const closeRest = async () => {
    await jobsStopped
    await Promise.all([database.close(), tracing?.close()])
  }
  const timeout = pause(Math.max(0, deadline - performance.now()), undefined, { ref: false })
  await Promise.race([closeRest(), timeout])
}
