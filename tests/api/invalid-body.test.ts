import { describe, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { openTestSession } from '../runtime/session.ts'
import { prepareCall } from './example-calls.ts'
import { startFixture } from './fixture.ts'
import { expectRefusal, expectStatus } from './raw-call.ts'
import { prepareRefusedCall } from './refused-call.ts'
import { fieldsOf } from './schema-fields.ts'

const fixture = await startFixture()
// Stop the clock, so that calls don't change last_seen_at of the sessions.
await fixture.setNow(new Date().toISOString())

const deep = '['.repeat(30_000) + ']'.repeat(30_000)

const notObjects = ['[]', '[{}]', '"text"', '7', 'true', 'null', deep]

const invalidJsonTexts = [
  '',
  ' ',
  '{',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  'undefined',
  'NaN',
  '{"a":"\n"}',
  '{"a":"\\ud83d',
  '{"a":1}{"b":2}',
  '['.repeat(60_000),
  '{"__proto__":{"polluted":true}}',
  '{"a":{"__proto__":{"polluted":true}}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
]

const otherContentTypes = [
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/octet-stream',
  'nonsense',
]

const endpointsWithBody = endpoints.filter((it) => it.method !== 'GET')

describe.each(endpointsWithBody)('the body of $name', (endpoint) => {
  test('as an empty object, is refused with the names of all missing fields, or accepted if no field is required', async () => {
    const { send } = await prepareCall(fixture, endpoint)
    const ofBody = fieldsOf(endpoint).filter((it) => it.part === 'body' && it.path.length === 1)
    const required = ofBody.filter((it) => it.required).map((it) => String(it.path[0]))
    // Without a slot id, date and time identify the slot.
    const takesOnlySlot = required.length === 0 && ofBody.some((it) => it.path[0] === 'slotId')
    const missing = takesOnlySlot ? ['date', 'time'] : required
    const response = await send({ body: {} })
    if (missing.length === 0) return expectStatus(response, 200)
    expect(expectRefusal(response, 400).fields).toEqual(missing)
  })
})

describe.each(endpointsWithBody)('the body of $name', (endpoint) => {
  const prepared = prepareRefusedCall(fixture, endpoint)

  test('is refused, and nothing changes, if it is not a JSON object of at most 64 KiB', async () => {
    const { parts, send } = prepared()
    for (const body of [...notObjects, ...invalidJsonTexts]) {
      expect([body.slice(0, 40), expectRefusal(await send({ body }), 400)]).toEqual([
        body.slice(0, 40),
        { code: 'malformed_body', fields: [] },
      ])
    }
    for (const type of otherContentTypes) {
      const response = await send({ headers: { 'content-type': type } })
      expectRefusal(response, 415, 'not_json')
    }
    const tooLarge = { ...parts.body, padding: 'a'.repeat(64 * 1024) }
    expectRefusal(await send({ body: tooLarge }), 413, 'body_too_large')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test.each(fieldsOf(endpoint).filter((it) => it.part === 'body' && it.path.length === 1))(
    'is refused, and nothing changes, if it has a deeply nested $path',
    async ({ path }) => {
      const { parts, send } = prepared()
      const name = String(path[0])
      const others = JSON.stringify({ ...parts.body, [name]: undefined }).slice(1, -1)
      const body = `{${others === '' ? '' : `${others},`}"${name}":${deep}}`
      const { fields } = expectRefusal(await send({ body }), 400)
      expect(fields.map((it) => it.split('.')[0])).toEqual([name])
    },
  )
})

test('a body of exactly 64 KiB is accepted', async () => {
  const body = JSON.stringify({ zipCode: '48126', padding: '' })
  const padded = body.replace('""', `"${'a'.repeat(64 * 1024 - body.length)}"`)
  expect(padded).toHaveLength(64 * 1024)
  const response = await fixture.send({ url: '/geocode', body: padded })
  expect(response.status).toBe(200)
})

const invalidPathValues = [
  '%',
  '%zz',
  '%FF',
  '%ED%A0%80',
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%u0041',
  'a'.repeat(14_000),
].map((value) => [value.slice(0, 20), value] as const)

describe.each(endpoints.filter((it) => it.path.includes('{')))('the path of $name', (endpoint) => {
  const prepared = prepareRefusedCall(fixture, endpoint)

  test.each(invalidPathValues)(
    'is refused, and nothing changes, if it has a value that begins with %s',
    async (_, value) => {
      const url = endpoint.path.replace(/\{\w+\}/, () => value)
      expectRefusal(await prepared().send({ url }), 400, 'invalid_input')
    },
  )
})

test('a query with parameter names from Object.prototype is accepted', async () => {
  const token = await openTestSession(fixture.database, fixture.khateeb.uid)
  const url = '/get_masjids?__proto__=1&constructor=2&toString=3&q=&hasOwnProperty=4&a[b]=5&a.b=6&%FF=7&='
  expect((await fixture.send({ url, token })).status).toBe(200)
})

test.each(['/no_such_call', '/users', '/add_khutbah/', '/ADD_KHUTBAH', '//add_khutbah', '/__proto__'])(
  'the unknown path %s is not found, whatever the method',
  async (url) => {
    for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH']) {
      expectRefusal(
        await fixture.send({ method, url, body: method === 'GET' ? undefined : {} }),
        404,
        'not_found',
      )
    }
  },
)
