import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { calendarDate } from '../../contract/fields.ts'
import type { InputPart } from './raw-call.ts'

/** One input field of a call, read from its schema. */
export interface Field {
  readonly part: InputPart
  /** The path inside the part: names of fields and indexes of arrays. */
  readonly path: readonly (string | number)[]
  readonly type: 'string' | 'boolean' | 'number' | 'array' | 'object'
  readonly required: boolean
  readonly nullable: boolean
  readonly isDate: boolean
}

/** Returns all fields of a call's input, including fields nested in objects and in the first items of arrays. */
export function fieldsOf(endpoint: Endpoint): Field[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema === undefined ? [] : walk(part, [], schema)
  })
}

function walk(part: InputPart, path: Field['path'], given: z.core.$ZodType): Field[] {
  const { schema, required, nullable } = unwrap(given)
  const self = { part, path, required, nullable, isDate: schema === calendarDate }
  if (schema instanceof z.ZodMiniObject) {
    const inner = Object.entries(schema.shape).flatMap(([name, of]) => walk(part, [...path, name], of))
    return path.length === 0 ? inner : [{ ...self, type: 'object' }, ...inner]
  }
  if (schema instanceof z.ZodMiniArray) {
    return [{ ...self, type: 'array' }, ...walk(part, [...path, 0], schema.def.element)]
  }
  if (schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniEnum)
    return [{ ...self, type: 'string' }]
  if (schema instanceof z.ZodMiniNumber) return [{ ...self, type: 'number' }]
  if (schema instanceof z.ZodMiniBoolean) return [{ ...self, type: 'boolean' }]
  throw new Error(`${path.join('.')} has a schema type without invalid values to test`)
}

/** Unwraps optional, default, nullable and transforming schemas. */
function unwrap(given: z.core.$ZodType) {
  let schema: z.core.$ZodType = given
  let [required, nullable] = [true, false]
  for (;;) {
    if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault) required = false
    else if (schema instanceof z.ZodMiniNullable) nullable = true
    else if (!(schema instanceof z.ZodMiniPipe)) return { schema, required, nullable }
    if (schema instanceof z.ZodMiniPipe) {
      const { in: first, out } = schema.def
      schema = first instanceof z.ZodMiniTransform ? out : first
    } else {
      schema = schema.def.innerType
    }
  }
}
