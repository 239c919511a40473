import * as z from 'zod/mini'
import type { Endpoint, Schema } from '../../contract/endpoint.ts'
import { decodeFault } from '../../contract/fault-encoding.ts'
import type { Fault } from '../../contract/faults.ts'
import { Failure } from './failure.ts'

interface Received {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Parses params, query and body into one flat input; throws a 400 with the faults of all three. */
export function parseInput(endpoint: Endpoint, received: Received): Record<string, unknown> {
  const faults: Record<string, Fault[]> = {}
  const input = {
    ...parsePart(endpoint.params, received.params, faults),
    ...parsePart(endpoint.query, received.query, faults),
    ...parsePart(endpoint.body, bodyOf(received.body), faults),
  }
  if (Object.keys(faults).length > 0) throw new Failure('invalid_input', { faults })
  return input
}

/** A missing body counts as `{}`, so that every missing field gets a fault. */
function bodyOf(body: unknown): unknown {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Failure('malformed_body', { sentence: 'The body must be a JSON object.' })
  }
  return body
}

function parsePart(
  schema: Schema<object, unknown> | undefined,
  value: unknown,
  faults: Record<string, Fault[]>,
): object {
  if (schema === undefined) return {}
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    // Only the first issue of each field is reported.
    faults[issue.path.join('.')] ??= [decodeFault(issue.message)]
  }
  return {}
}
