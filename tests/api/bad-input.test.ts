import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { openTestSession } from '../runtime/session.ts'
import { badCursors, badValues } from './bad-values.ts'
import { snapshot } from './database-snapshot.ts'
import { examples } from './example-calls.ts'
import { type Fixture, startFixture, unknownId } from './fixture.ts'
import { prepareCall } from './prepare-call.ts'
import { type Answer, ask, expectStatus, isRefusalOf, makeCall, type Parts } from './raw-call.ts'
import { type Field, fieldsOf } from './schema-fields.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
  // With the clock stopped, no session is marked as seen in between.
  await fixture.app.setNow(new Date().toISOString())
})
afterAll(() => fixture.app.stop())

/** A copy of the parts in which one field has another value, or with `undefined` none. */
function withField(parts: Parts, { part, path }: Field, value: unknown): Parts {
  const copy = structuredClone(parts)
  const [last, ...above] = path.toReversed()
  let holder: unknown = copy[part]
  for (const name of above.toReversed()) holder = Reflect.get(Object(holder), name)
  if (value === undefined) Reflect.deleteProperty(Object(holder), last ?? '')
  else Reflect.set(Object(holder), last ?? '', value)
  return copy
}

function valueIn(parts: Parts, { part, path }: Field): unknown {
  return path.reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), parts[part])
}

/** Whether an answer holds what was sent, in the words or in the digits of it: it may be a phone, or a password. */
function repeats({ text }: Answer, value: unknown): boolean {
  if (typeof value !== 'string') return false
  const digits = value.replace(/\D/g, '')
  return [value.trim(), digits].some((it) => it.length >= 9 && text.includes(it))
}

test('every call has an example', () => {
  expect(endpoints.filter((it) => !examples.some(({ endpoint }) => endpoint === it))).toEqual([])
})

describe.each(endpoints)('$name', (endpoint) => {
  const fields = fieldsOf(endpoint)

  test('is answered when its input is right', async () => {
    const { parts, token } = await prepareCall(fixture, endpoint)
    expect(fields.filter((it) => valueIn(parts, it) === undefined)).toEqual([])
    const answer = await makeCall(fixture.app.baseUrl, endpoint, parts, token)
    expectStatus(answer, 200)
  })

  test.each(fields.map((field) => [`${field.part} ${field.path.join('.')}`, field] as const))(
    'refuses a bad %s, names it, repeats nothing of it, and writes nothing',
    async (_, field) => {
      const { parts, token } = await prepareCall(fixture, endpoint)
      const before = await snapshot(fixture.app.database)
      const named = field.path.join('.')
      const tries = badValues(field, valueIn(parts, field))
      if (field.required && field.part !== 'params') tries.push(['missing', undefined])
      const outcomes = await Promise.all(
        tries.map(async ([why, value]) => {
          const answer = await makeCall(fixture.app.baseUrl, endpoint, withField(parts, field, value), token)
          const isRight = isRefusalOf(named, answer) && !repeats(answer, value)
          return isRight ? [] : [`${why}: ${answer.status} ${answer.text.slice(0, 200)}`]
        }),
      )
      expect(outcomes.flat()).toEqual([])
      expect(await snapshot(fixture.app.database)).toEqual(before)
    },
  )
})

test.each(['get_masjids', 'get_khateebs'])('%s by name takes only a cursor of a name', async (name) => {
  const token = await openTestSession(fixture.app.database, fixture.khateeb.uid)
  const read = (cursor: string) =>
    ask(fixture.app.baseUrl, { method: 'GET', url: `/${name}?cursor=${cursor}`, token })
  const statuses = await Promise.all(badCursors().map(async (it) => (await read(it)).status))
  expect(statuses.filter((it) => it !== 200 && it !== 400)).toEqual([])
  for (const cursor of [[0.5, unknownId], ['\0', unknownId], ['a', 'a'], ['a'], {}]) {
    const answer = await read(Buffer.from(JSON.stringify(cursor)).toString('base64url'))
    expect(isRefusalOf('cursor', answer)).toBe(true)
  }
})
