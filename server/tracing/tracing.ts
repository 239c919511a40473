import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { createTracing } from './open-telemetry.ts'

/** Sends traces without personal data to an OpenTelemetry collector; see docs/decisions/tracing.md. */
export type Tracing = ReturnType<typeof createTracing>

/** Starts tracing if it is configured. Otherwise OpenTelemetry's packages aren't loaded. */
export async function openTracing(
  { traceUrl }: Pick<Config, 'traceUrl'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): Promise<Tracing | undefined> {
  if (traceUrl === null) return undefined
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing(traceUrl, log)
}
