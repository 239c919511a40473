import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { OnStatement } from '../database/database.ts'
import type { Transport } from '../letters/transport.ts'

/** Sends traces without personal data to an OpenTelemetry collector; see docs/decisions/tracing.md. */
export interface Tracing {
  /** Creates a span for each call. */
  traceCalls(server: FastifyInstance): void
  /** Creates a span for a finished statement of a call. */
  readonly traceStatement: OnStatement
  /** Creates a span for each letter that is sent. */
  traceLetters(transport: Transport): Transport
  /** Exports the remaining spans; gives up after a few seconds. */
  close(): Promise<void>
}

/** Starts tracing if it is configured. Otherwise OpenTelemetry's packages aren't loaded. */
export async function openTracing(
  { traceUrl }: Pick<Config, 'traceUrl'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Tracing | undefined> {
  if (traceUrl === null) return undefined
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing(traceUrl, log)
}
