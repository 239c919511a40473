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

/** The flat, parsed input of a call; throws a 400 that names every bad field of all three parts at once. */
export function parseInput(endpoint: Endpoint, received: Received): Record<string, unknown> {
  const faults: Record<string, Fault[]> = {}
  const input = {
    ...part(endpoint.params, received.params, faults),
    ...part(endpoint.query, received.query, faults),
    ...part(endpoint.body, bodyOf(received.body), faults),
  }
  if (Object.keys(faults).length > 0) throw new Failure('invalid_input', { faults })
  return input
}

/** No body is an empty one, so that each field it lacks is named. */
function bodyOf(body: unknown): unknown {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Failure('malformed_body', { sentence: 'The body must be a JSON object.' })
  }
  return body
}

function part(
  schema: Schema<object, unknown> | undefined,
  value: unknown,
  faults: Record<string, Fault[]>,
): object {
  if (schema === undefined) return {}
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    // The first thing that is wrong with a field is the one to mend first.
    faults[issue.path.join('.')] ??= [decodeFault(issue.message)]
  }
  return {}
}
