import { beforeEach, expect, test } from 'vitest'
import { getSessions, signIn } from '../../contract/identity.ts'
import { password } from '../runtime/people.ts'
import type { RawResponse } from '../runtime/send-request.ts'
import { fridayAfter } from '../runtime/slots.ts'
import { type Scenario, setUpScenario, startFixture, unknownId } from './fixture.ts'
import { expectRefusal, expectStatus } from './raw-call.ts'

let scenario: Scenario
const fixture = await startFixture()

beforeEach(async () => {
  scenario = await setUpScenario(fixture, 'open')
  await fixture.database.reader.deleteFrom('letters').execute()
  await fixture.database.reader.deleteFrom('idempotency_keys').execute()
})

interface Sent {
  readonly key?: string
  readonly changes?: object
  readonly who?: 'khateeb' | 'otherKhateeb'
}

/** Requests the slot as a khateeb. */
function request({ key, changes = {}, who = 'khateeb' }: Sent): Promise<RawResponse> {
  const { uid, token } = fixture[who]
  return fixture.send({
    url: '/add_khutbah_request',
    body: { khateebId: uid, ...scenario.slot, ...changes },
    token,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
}

async function lettersQueued(): Promise<number> {
  return (await fixture.database.reader.selectFrom('letters').select('id').execute()).length
}

test('a call repeated with its key gets the same response and changes nothing', async () => {
  const first = await request({ key: 'a' })
  expect(JSON.parse(first.text)).toMatchObject({ state: 'pending', changed: true })
  const second = await request({ key: 'a' })
  expect([second.status, JSON.parse(second.text)]).toEqual([200, JSON.parse(first.text)])
  const third = await request({})
  expect(JSON.parse(third.text)).toMatchObject({ changed: false })
  expect(await lettersQueued()).toBe(1)
})

test('concurrent calls with one key run once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => request({ key: 'b' })))
  expect(new Set(answers.map((it) => it.status))).toEqual(new Set([200]))
  expect(
    new Set(answers.map((it) => JSON.stringify(JSON.parse(it.text), ['requestId', 'changed']))).size,
  ).toBe(1)
  expect(await lettersQueued()).toBe(1)
})

test('a repeated call gets the same response after the state has changed', async () => {
  const first = await request({ key: 'c' })
  const body = { ...scenario.slot, requesterId: fixture.khateeb.uid }
  const { token } = fixture.masjid
  expectStatus(await fixture.send({ url: '/reject_request_full', body, token }), 200)
  const second = await request({ key: 'c' })
  expect(JSON.parse(second.text)).toEqual(JSON.parse(first.text))
  expect(await lettersQueued()).toBe(2)
})

test('a key is refused with another body or another call', async () => {
  await request({ key: 'd' })
  expectRefusal(await request({ key: 'd', changes: { khutbahTime: '14:15' } }), 422, 'key_reused')
  const { token, uid } = fixture.khateeb
  const other = await fixture.send({
    url: '/revoke_sent_request',
    body: { khateebUid: uid, ...scenario.slot },
    token,
    headers: { 'idempotency-key': 'd' },
  })
  expectRefusal(other, 422, 'key_reused')
  expect(await lettersQueued()).toBe(1)
})

test('an equivalent body counts as the same body', async () => {
  const first = await request({ key: 'e' })
  const second = await request({
    key: 'e',
    changes: { khutbahTime: { time: '13:00' }, khateebId: 'me', masjidEmail: 'x' },
  })
  expect(JSON.parse(second.text)).toEqual(JSON.parse(first.text))
})

test('two callers can use the same key', async () => {
  const first = await request({ key: 'f' })
  const second = await request({ key: 'f', who: 'otherKhateeb' })
  expect(second.status).toBe(200)
  expect(JSON.parse(second.text)).not.toEqual(JSON.parse(first.text))
  expect(await lettersQueued()).toBe(2)
})

test('a refused call does not use up its key', async () => {
  expectRefusal(await request({ key: 'g', changes: { khutbahDate: fridayAfter(3) } }), 404)
  const second = await request({ key: 'g' })
  expect(JSON.parse(second.text)).toMatchObject({ changed: true })
})

test.each(['', 'a b', 'a'.repeat(201), 'é'])('%j is refused as a key', async (key) => {
  const { code, fields } = expectRefusal(await request({ key }), 400)
  expect([code, fields]).toEqual(['invalid_input', ['Idempotency-Key']])
  expect(await lettersQueued()).toBe(0)
})

test('revoke_session repeats its answer: 404 for an unknown session, 200 for an ended one', async () => {
  const { client, token } = fixture.khateeb
  const revoke = (id: string, key: string) =>
    fixture.send({
      url: '/identity/revoke_session',
      body: { id },
      token,
      headers: { 'idempotency-key': key },
    })
  for (const _ of ['first', 'again']) expectRefusal(await revoke(unknownId, 'h'), 404)
  await client.call(signIn, { email: fixture.khateeb.email, password, remember: false })
  const other = (await client.call(getSessions, {})).find((it) => !it.current)
  for (const _ of ['first', 'again']) {
    const answer = await revoke(other?.id ?? '', 'i')
    expect([answer.status, answer.text]).toEqual([200, '{}'])
  }
})
