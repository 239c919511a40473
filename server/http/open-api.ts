import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, Schema } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { commonFailures, type FailureCode, failures } from '../../contract/failures.ts'

/** The document as JSON, once it is built. All applications of a process share it: building it is over half of the work of `createApp`. */
let document: string | undefined

/** Serves the contract as `/openapi.json`. */
export function serveOpenApi(server: FastifyInstance): void {
  // Build the document now, because building it during a request would delay other requests.
  const text = (document ??= JSON.stringify(describe(endpoints)))
  server.get('/openapi.json', (_, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text),
  )
}

/** Builds the OpenAPI 3.1 document. */
function describe(all: readonly Endpoint[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of all) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Minbar', version: '1', description: 'Masjids post their Fridays, khateebs fill them.' },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

function operation(endpoint: Endpoint): object {
  const codes = [
    ...commonFailures,
    ...endpoint.failures,
    ...(endpoint.needs === 'owner' ? (['owner_needs_second_factor'] as const) : []),
  ]
  return {
    operationId: endpoint.name,
    ...(endpoint.access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: jsonSchema(endpoint.output, 'output') } },
      },
      ...refusals(
        endpoint.access === 'anyone'
          ? codes
          : [...codes, 'not_signed_in', 'wrong_role', 'not_yours', 'member_role'],
      ),
    },
  }
}

function parameters(where: 'path' | 'query', schema: Schema<unknown, unknown> | undefined): object[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }))
}

function jsonSchema(schema: Schema<unknown, unknown>, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}

/** Returns one response per status, described by its failure codes. */
function refusals(codes: readonly FailureCode[]): Record<string, object> {
  const responses: Record<string, { description: string }> = {}
  for (const code of codes) {
    const { status, sentence } = failures[code]
    const earlier = responses[status]?.description
    responses[status] = { description: [earlier, `${code}: ${sentence}`].filter(Boolean).join('\n') }
  }
  return responses
}
