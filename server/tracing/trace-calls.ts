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

/**
 * Monitoring systems request the first three routes every few seconds. The last route is a stream, which stays open as long as a screen is
 * open.
 */
const untracedRoutes = ['/healthz', '/readyz', '/metrics', '/changes']

const propagator = new W3CTraceContextPropagator()

/**
 * Creates a span for each call, as a child of its `traceparent`, and stores it in `current` during the call. The span has the
 * route instead of the URL, and nothing from headers, bodies or the session.
 */
export function createCallTracing(
  tracer: Tracer,
  current: AsyncLocalStorage<Span>,
  server: FastifyInstance,
): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  server.addHook('onRequest', (request, _, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && untracedRoutes.includes(route)) return done()
    // Leave out `tracestate`, which may contain any text.
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
  // The async context is lost while the body is parsed, because the body's events belong to the connection.
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
