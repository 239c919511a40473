import { type Context, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { OnStatement } from '../database/database.ts'

/** Matches a statement's first keyword and its first table. */
const statementPattern = /^\s*(\w+)(?:.*?\b(?:from|into|update)\s+"?(\w+))?/isu

/**
 * Creates a span for each finished statement. The span has neither the parameters nor the text of the statement, which may
 * contain values.
 * @param parentContext returns the context of the current call's span; undefined outside of calls, where no span is created
 */
export function createStatementTracer(tracer: Tracer, parentContext: () => Context | undefined): OnStatement {
  return ({ text, milliseconds, failed }) => {
    const parent = parentContext()
    if (parent === undefined) return
    const [, operation = '', table] = statementPattern.exec(text) ?? []
    const name = operation.toLowerCase()
    const end = performance.timeOrigin + performance.now()
    const span = tracer.startSpan(
      table === undefined ? name : `${name} ${table}`,
      {
        kind: SpanKind.CLIENT,
        startTime: end - milliseconds,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': name,
          ...(table !== undefined && { 'db.collection.name': table }),
        },
      },
      parent,
    )
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(end)
  }
}
