import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { Transport } from '../letters/transport.ts'

/** Wraps a transport to create a span for each letter, with its id, kind and success. */
export function traceTransport(tracer: Tracer, transport: Transport): Transport {
  return {
    async send(letter, signal) {
      const span = tracer.startSpan(
        `send ${letter.kind}`,
        {
          kind: SpanKind.CLIENT,
          attributes: { 'minbar.letter.id': letter.id, 'minbar.letter.kind': letter.kind },
        },
        ROOT_CONTEXT,
      )
      try {
        await transport.send(letter, signal)
      } catch (error) {
        // Don't record the error: its message may contain an email address.
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    close: () => transport.close(),
  }
}
