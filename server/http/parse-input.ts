import * as z from 'zod/mini'
import type { Endpoint, Schema } from '../../contract/endpoint.ts'
import { decodeFieldError } from '../../contract/field-error-encoding.ts'
import type { FieldError } from '../../contract/field-errors.ts'
import { Failure } from './failure.ts'

interface ReceivedInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Parses params, query and body into one flat input; throws a 400 with the field errors of all three. */
export function parseInput(endpoint: Endpoint, received: ReceivedInput): Record<string, unknown> {
  const fieldErrors: Record<string, FieldError[]> = {}
  const input = {
    ...parsePart(endpoint.params, received.params, fieldErrors),
    ...parsePart(endpoint.query, received.query, fieldErrors),
    ...parsePart(endpoint.body, bodyOf(received.body), fieldErrors),
  }
  if (Object.keys(fieldErrors).length > 0) throw new Failure('invalid_input', { fieldErrors })
  return input
}

/** A missing body counts as `{}`, so that every missing field gets a field error. */
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
  fieldErrors: Record<string, FieldError[]>,
): object {
  if (schema === undefined) return {}
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    // Only the first issue of each field is reported.
    fieldErrors[issue.path.join('.')] ??= [decodeFieldError(issue.message)]
  }
  return {}
}
