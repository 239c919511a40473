import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyBaseLogger } from 'fastify'
import { logExportFailures } from './log-export-failures.ts'
import { createCallTracing } from './trace-calls.ts'
import { traceTransport } from './trace-letters.ts'
import { createStatementTracer } from './trace-statements.ts'
import type { Tracing } from './tracing.ts'

/** Milliseconds for exporting a batch, including retries. A shutdown waits at most as long. */
const exportTimeout = 2_000

/**
 * Exports traces to the collector at `url` (OTLP over HTTP, JSON). Spans wait in a bounded queue that drops the excess, so a
 * collector that is down slows no calls. The OTEL_* variables for sampling, headers, queue and resource apply.
 */
export function createTracing(url: string, log: Pick<FastifyBaseLogger, 'warn' | 'info'>): Tracing {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeout })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'minbar' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(logExportFailures(exporter, log))],
  })
  const tracer = provider.getTracer('minbar')
  /** The span of the current call. */
  const current = new AsyncLocalStorage<Span>()
  const parentContext = () => {
    const span = current.getStore()
    return span === undefined ? undefined : trace.setSpan(ROOT_CONTEXT, span)
  }
  return {
    traceCalls: (server) => createCallTracing(tracer, current, server),
    traceStatement: createStatementTracer(tracer, parentContext),
    traceLetters: (transport) => traceTransport(tracer, transport),
    // Fails if the collector is down, which the exporter has already logged.
    close: () => provider.shutdown().catch(() => undefined),
  }
}
