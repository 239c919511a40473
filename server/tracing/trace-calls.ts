import type { AsyncLocalStorage } from 'node:async_hooks'
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What asks for these asks every few seconds. */
const untraced = ['/healthz', '/readyz', '/metrics']

const propagator = new W3CTraceContextPropagator()

/**
 * Makes a span of each call, continued from its `traceparent`, and `current` while the call is under way. It has the route and
 * not the address that was asked for, and nothing of headers, bodies or the caller.
 */
export function createCallTracing(
  tracer: Tracer,
  current: AsyncLocalStorage<Span>,
  server: FastifyInstance,
): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  server.addHook('onRequest', (request, _, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && untraced.includes(route)) {
      done()
      return
    }
    // Not `tracestate`, in which a caller could write anything.
    const { traceparent } = request.headers
    const parent = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
    const span = tracer.startSpan(
      route === undefined ? 'HTTP' : `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          ...(route !== undefined && { 'http.route': route }),
          'minbar.request_id': request.id,
        },
      },
      parent,
    )
    spans.set(request, span)
    current.run(span, done)
  })
  // The body came in between, and its events belong to the connection.
  server.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else current.run(span, done)
  })
  server.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
