import { ExportResultCode } from '@opentelemetry/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { FastifyBaseLogger } from 'fastify'

/** Wraps an exporter to log when exports start failing, and when they work again. */
export function logExportFailures(
  exporter: SpanExporter,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): SpanExporter {
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
