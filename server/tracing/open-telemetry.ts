import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'
import { ExportResultCode } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Transport } from '../letters/transport.ts'
import { createCallTracing } from './trace-calls.ts'
import { traceTransport } from './trace-letters.ts'
import { createStatementTracer } from './trace-statements.ts'

type Log = Pick<FastifyBaseLogger, 'warn' | 'info'>

/** Milliseconds for exporting a batch, including retries. A shutdown waits at most this long. */
const exportTimeout = 2_000

/**
 * Exports traces to the collector at `url` (OTLP over HTTP, JSON). Spans wait in a bounded queue that drops the excess, so a
 * collector that is down slows no calls. The OTEL_* variables for sampling, headers, queue and resource apply.
 */
export function createTracing(url: string, log: Log) {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeout })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'minbar' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(logExportFailures(exporter, log))],
  })
  const tracer = provider.getTracer('minbar')
  const currentSpan = new AsyncLocalStorage<Span>()
  const parentContext = () => {
    const span = currentSpan.getStore()
    return span === undefined ? undefined : trace.setSpan(ROOT_CONTEXT, span)
  }
  return {
    /** Creates a span for each call. */
    traceCalls: (server: FastifyInstance) => createCallTracing(tracer, currentSpan, server),
    /** Creates a span for a finished statement of a call. */
    traceStatement: createStatementTracer(tracer, parentContext),
    /** Creates a span for each letter that is sent. */
    traceLetters: (transport: Transport) => traceTransport(tracer, transport),
    /** Exports the remaining spans; gives up after a few seconds. Ignores a failure, which is already logged. */
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** Wraps an exporter to log when exports start failing, and when they work again. */
function logExportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED
        if (failed && !isFailing) {
          log.warn({ err: result.error }, 'traces could not be sent: check OTEL_EXPORTER_OTLP_ENDPOINT')
        } else if (!failed && isFailing) log.info('traces are sent again')
        isFailing = failed
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
