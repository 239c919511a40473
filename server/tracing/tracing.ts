import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { OnStatement } from '../database/database.ts'
import type { Transport } from '../letters/transport.ts'

/** Tells an OpenTelemetry collector what the server does, and nothing personal: docs/decisions/tracing.md. */
export interface Tracing {
  /** Makes a span of each call. */
  traceCalls(server: FastifyInstance): void
  /** Makes a span of a statement that has ended; only statements of calls get one. */
  readonly traceStatement: OnStatement
  /** Makes a span of each letter that is handed to a transport. */
  traceLetters(transport: Transport): Transport
  /** Sends what is left. Takes at most a few seconds, whatever the collector does. */
  close(): Promise<void>
}

/** Opens tracing where it is configured; else none of OpenTelemetry's packages is loaded. */
export async function openTracing(
  { traceUrl }: Pick<Config, 'traceUrl'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Tracing | undefined> {
  if (traceUrl === null) return undefined
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing(traceUrl, log)
}
