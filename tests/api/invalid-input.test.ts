import { describe, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import type { RawResponse } from '../runtime/send-request.ts'
import { openTestSession } from '../runtime/session.ts'
import { prepareCall } from './example-calls.ts'
import { startFixture, unknownId } from './fixture.ts'
import { invalidCursors, invalidValues } from './invalid-values.ts'
import { type CallInput, expectStatus, refusesField } from './raw-call.ts'
import { prepareRefusedCall } from './refused-call.ts'
import { type Field, fieldsOf } from './schema-fields.ts'

const fixture = await startFixture()
// Stop the clock, so that calls don't change last_seen_at of the sessions.
await fixture.setNow(new Date().toISOString())

/** Returns a copy of the parts with another value in one field. If the value is undefined, the copy lacks the field. */
function withField(parts: CallInput, { part, path }: Field, value: unknown): CallInput {
  const copy = structuredClone(parts)
  const [last, ...above] = path.toReversed()
  let holder: unknown = copy[part]
  for (const name of above.toReversed()) holder = Reflect.get(Object(holder), name)
  if (value === undefined) Reflect.deleteProperty(Object(holder), last ?? '')
  else Reflect.set(Object(holder), last ?? '', value)
  return copy
}

function valueIn(parts: CallInput, { part, path }: Field): unknown {
  return path.reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), parts[part])
}

/** Returns whether a response repeats the sent value or its digits. The value could be a phone or a password. */
function repeats({ text }: RawResponse, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const digits = value.replace(/\D/g, '')
  return [value.trim(), digits].some((it) => it.length >= 9 && text.includes(it))
}

describe.each(endpoints)('$name', (endpoint) => {
  const fields = fieldsOf(endpoint)

  test('the call accepts its valid example', async () => {
    const { parts, send } = await prepareCall(fixture, endpoint)
    expect(fields.filter((it) => valueIn(parts, it) === undefined)).toEqual([])
    expectStatus(await send(), 200)
  })
})

describe.each(endpoints.filter((it) => fieldsOf(it).length > 0))('$name', (endpoint) => {
  const prepared = prepareRefusedCall(fixture, endpoint)

  test.each(fieldsOf(endpoint).map((field) => [`${field.part} ${field.path.join('.')}`, field] as const))(
    'the call refuses an invalid %s, names the field, does not repeat the value, and changes nothing',
    async (_, field) => {
      const { parts, send } = prepared()
      const named = field.path.join('.')
      const tries = invalidValues(field, valueIn(parts, field))
      if (field.required && field.part !== 'params') tries.push(['missing', undefined])
      const outcomes = await Promise.all(
        tries.map(async ([why, value]) => {
          const response = await send(withField(parts, field, value))
          const isRight = refusesField(named, response) && !repeats(response, value)
          return isRight ? [] : [`${why}: ${response.status} ${response.text.slice(0, 200)}`]
        }),
      )
      expect(outcomes.flat()).toEqual([])
    },
  )
})

test.each(['get_masjids', 'get_khateebs'])(
  '%s sorted by name refuses a cursor of the list sorted by distance, and malformed cursors',
  async (name) => {
    const token = await openTestSession(fixture.database, fixture.khateeb.uid)
    const read = (cursor: string) => fixture.send({ url: `/${name}?cursor=${cursor}`, token })
    const statuses = await Promise.all(invalidCursors().map(async (it) => (await read(it)).status))
    expect(statuses.filter((it) => it !== 200 && it !== 400)).toEqual([])
    for (const cursor of [[0.5, unknownId], ['\0', unknownId], ['a', 'a'], ['a'], {}]) {
      const response = await read(Buffer.from(JSON.stringify(cursor)).toString('base64url'))
      expect(refusesField('cursor', response)).toBe(true)
    }
  },
)
