import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyBaseLogger } from 'fastify'
import { createCallTracing } from './trace-calls.ts'
import { logExportFailures } from './log-export-failures.ts'
import { traceTransport } from './trace-letters.ts'
import { createStatementTracer } from './trace-statements.ts'
import type { Tracing } from './tracing.ts'

/** Milliseconds that the collector gets for a batch, retries included. A server that ends waits for as long. */
const sentWithin = 2_000

/**
 * Traces to the collector at `url` (OTLP by HTTP, in JSON). Spans wait in a bounded queue, and those beyond it are dropped, so
 * that a collector that is away costs nobody anything. The OTEL_* variables of sampling, headers, queue and resource count.
 */
export function createTracing(url: string, log: Pick<FastifyBaseLogger, 'warn' | 'info'>): Tracing {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: sentWithin })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'minbar' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(logExportFailures(exporter, log))],
  })
  const tracer = provider.getTracer('minbar')
  /** The span of the call that is under way. */
  const current = new AsyncLocalStorage<Span>()
  const below = () => {
    const span = current.getStore()
    return span === undefined ? undefined : trace.setSpan(ROOT_CONTEXT, span)
  }
  return {
    traceCalls: (server) => createCallTracing(tracer, current, server),
    traceStatement: createStatementTracer(tracer, below),
    traceLetters: (transport) => traceTransport(tracer, transport),
    // A collector that does not take the rest makes it fail, which the log has told.
    close: () => provider.shutdown().catch(() => undefined),
  }
}
