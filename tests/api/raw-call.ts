import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint, Schema } from '../../contract/endpoint.ts'
import { type FailureCode, failures } from '../../contract/failures.ts'
import { fieldErrorMessages } from '../../contract/field-errors.ts'
import type { RawRequest, RawResponse } from '../runtime/send-request.ts'

/** The three parts of a call's input. The values may be invalid. */
export interface CallInput {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

export type InputPart = keyof CallInput

/** Splits a flat input into the parts that the endpoint declares. */
export function splitInput(endpoint: Endpoint, sent: object): CallInput {
  const only = (schema: Schema<object, unknown> | undefined) =>
    Object.fromEntries(Object.entries(sent).filter(([name]) => fieldsIn(schema).has(name)))
  return { params: only(endpoint.params), query: only(endpoint.query), body: only(endpoint.body) }
}

function fieldsIn(schema: Schema<object, unknown> | undefined): ReadonlySet<string> {
  return new Set(schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [])
}

/** Returns a response as text, without the headers that differ each time, for comparison. */
export function comparableText({ status, headers, text }: RawResponse): string {
  const alike = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return `${status} ${JSON.stringify(alike)} ${text}`
}

/** Builds the request of a call. An array in the query repeats its parameter. */
export function requestOf(
  { method, path }: Endpoint,
  { params, query, body }: Omit<CallInput, 'body'> & { body: string | object },
): RawRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((it) => `${name}=${encodeURIComponent(String(it))}`),
  )
  const url = pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`
  return { method, url, ...(method !== 'GET' && { body }) }
}

const fieldError = z.strictObject({
  code: z.enum(Object.keys(fieldErrorMessages)),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

const refusal = z
  .strictObject({
    error: z.string().check(z.regex(/^[A-Z].*\S$/s)),
    code: z.enum(Object.keys(failures)),
    fields: z.optional(z.record(z.string(), z.string().check(z.regex(/^\S.{10,}[^\s{}]$/)))),
    fieldErrors: z.optional(z.record(z.string(), z.array(fieldError).check(z.minLength(1)))),
    secondFactors: z.optional(z.array(z.string())),
    about: z.optional(z.strictObject({ khateebUid: z.optional(z.uuid()), slotId: z.optional(z.uuid()) })),
  })
  .check(
    z.refine(
      ({ fields = {}, fieldErrors = {} }) => isDeepStrictEqual(Object.keys(fields), Object.keys(fieldErrors)),
      {
        error: 'fields and fieldErrors must name the same fields',
      },
    ),
  )

const leakPattern =
  /node_modules|\.ts:\d|\.js:\d|\bat (async )?\w+ \(|select |insert into|violates|syntax error|Invalid input|undefined/

/** Expects a status. If the response has another status, the failure shows the body. */
export function expectStatus({ status, text }: RawResponse, expected: number): void {
  expect({ status, text }).toEqual({ status: expected, text })
}

/** Expects a refusal with this status (and code) and the shape that all refusals have. Returns its code and the names of its fields. */
export function expectRefusal(response: RawResponse, status: number, expectedCode?: FailureCode) {
  expectStatus(response, status)
  expect(response.text).not.toMatch(leakPattern)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { code, fields = {} } = z.parse(refusal, JSON.parse(response.text))
  expect(code).toBe(expectedCode ?? code)
  return { code, fields: Object.keys(fields) }
}

/** Returns whether a response is 400 `invalid_input` for only this field or fields nested in it. */
export function refusesField(field: string, response: RawResponse): boolean {
  if (response.status !== 400) return false
  const { code, fields } = expectRefusal(response, 400)
  return (
    code === 'invalid_input' && fields.length > 0 && fields.every((it) => `${it}.`.startsWith(`${field}.`))
  )
}
