import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { Transport } from '../letters/transport.ts'

/** Makes a span of each letter that is handed to a transport: its id and kind, and whether that went well. */
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
        // Its message may repeat an address.
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    close: () => transport.close(),
  }
}
