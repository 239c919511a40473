import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import type { RawResponse } from '../runtime/send-request.ts'
import { prepareCall } from './example-calls.ts'
import { startFixture } from './fixture.ts'
import { refusesField } from './raw-call.ts'
import { fieldsOf } from './schema-fields.ts'

const fixture = await startFixture()

const runs = 150

const isSuccessOrRefusal = (field: string, response: RawResponse) =>
  response.status === 200 || refusesField(field, response)

const uid = fc.oneof({ weight: 9, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.string() })
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0.5, -0, 1e21, Number.MIN_VALUE, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER + 1),
)
const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
const key = fc.oneof(
  number,
  day.map((it) => it.toISOString().slice(0, 10)),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
)
const cursor = fc
  .oneof(
    { weight: 9, arbitrary: fc.tuple(key, uid).map((it) => JSON.stringify(it)) },
    { weight: 1, arbitrary: fc.json() },
  )
  .map((text) => Buffer.from(text).toString('base64url'))

const pagedEndpoints = endpoints.filter((it) => it.paged)

test.each(pagedEndpoints)(
  '$name accepts any cursor, or refuses it with 400 and the field name',
  async (endpoint) => {
    const { parts, send } = await prepareCall(fixture, endpoint)
    await fc.assert(
      fc.asyncProperty(cursor, fc.boolean(), async (text, near) => {
        fc.pre(text.length <= 2_000)
        const { near: place, ...others } = parts.query
        // Test with and without `near`, because lists by distance and lists by name have different cursors.
        const query = { ...others, ...(near && place !== undefined && { near: place }), cursor: text }
        const response = await send({ query })
        expect({ response, isExpected: isSuccessOrRefusal('cursor', response) }).toEqual({
          response,
          isExpected: true,
        })
      }),
      { numRuns: runs },
    )
  },
)

const digits = fc.string({ unit: fc.constantFrom(...'0123456789.-+e,xN'.split('')) })
const text = fc.oneof(digits, number.map(String), fc.string({ unit: 'grapheme' }))

const queryFields = endpoints.flatMap((endpoint) =>
  fieldsOf(endpoint)
    .filter(({ part }) => part === 'query')
    .map(({ path }) => ({ endpoint, name: endpoint.name, field: String(path[0]) })),
)

test.each(queryFields)(
  '$name accepts any $field, or refuses it with 400 and the field name',
  async ({ endpoint, field }) => {
    const { parts, send } = await prepareCall(fixture, endpoint)
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const response = await send({ query: { ...parts.query, [field]: value } })
        expect({ response, isExpected: isSuccessOrRefusal(field, response) }).toEqual({
          response,
          isExpected: true,
        })
      }),
      { numRuns: runs },
    )
  },
)
