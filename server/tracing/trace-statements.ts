import { type Context, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'
import type { OnStatement } from '../database/database.ts'

/** The first word of a statement, and the table that it names first. */
const shape = /^\s*(\w+)(?:.*?\b(?:from|into|update)\s+"?(\w+))?/isu

/**
 * Makes a span of a statement that has ended, below the span of its call. It has neither the values nor the text of the
 * statement, in which a value may have been written out.
 * @param below what spans of the call under way stand below; undefined where there is none, as in chores
 */
export function createStatementTracer(tracer: Tracer, below: () => Context | undefined): OnStatement {
  return ({ text, milliseconds, failed }) => {
    const parent = below()
    if (parent === undefined) return
    const [, operation = '', table] = shape.exec(text) ?? []
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
