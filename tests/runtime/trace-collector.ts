import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { listen } from './listen.ts'

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }),
})
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
})
const batch = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

/** A span in OTLP's JSON format. */
type CollectedSpan = z.infer<typeof span>

/**
 * Starts a trace collector, which records the received spans. The end of the test or the file stops it. With `hangs`, the collector accepts
 * requests and never responds.
 */
export async function startTraceCollector({ hangs = false } = {}) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const record = (body: string) => {
      bodies.push(body)
      if (!hangs) response.setHeader('content-type', 'application/json').end('{}')
    }
    // Ignore errors, because a sender may disconnect before the end of the body.
    text(request).then(record, () => {})
  })
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    /** Returns all request bodies, unparsed. */
    sent: () => bodies.join('\n'),
    spans: () =>
      bodies
        .flatMap((body) => batch.parse(JSON.parse(body)).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  }
}

/** Returns the value of a span's attribute. Undefined if the span does not have the attribute. */
export function attributeOf({ attributes }: CollectedSpan, key: string): string | number | undefined {
  const value = attributes.find((it) => it.key === key)?.value
  return value?.stringValue ?? value?.intValue
}
