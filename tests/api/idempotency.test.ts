import { beforeEach, expect, test } from 'vitest'
import { getSessions, signIn } from '../../contract/identity.ts'
import { password } from '../runtime/people.ts'
import type { RawResponse } from '../runtime/send-request.ts'
import { fridayAfter } from '../runtime/slots.ts'
import { startFixture, unknownId } from './fixture.ts'
import { expectRefusal, expectStatus } from './raw-call.ts'
import { type Scenario, setUpScenario } from './scenario.ts'

let scenario: Scenario
const fixture = await startFixture()

beforeEach(async () => {
  scenario = await setUpScenario(fixture, 'open')
  await fixture.database.db.deleteFrom('letters').execute()
  await fixture.database.db.deleteFrom('idempotency_keys').execute()
})

interface SlotRequest {
  readonly key?: string
  readonly changes?: object
  readonly who?: 'khateeb' | 'otherKhateeb'
}

/** Requests the slot as a khateeb. */
function request({ key, changes = {}, who = 'khateeb' }: SlotRequest): Promise<RawResponse> {
  const { uid, token } = fixture[who]
  return fixture.send({
    url: '/add_khutbah_request',
    body: { khateebId: uid, ...scenario.slot, ...changes },
    token,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
}

/** Requests the slot. Returns the parsed response. */
async function requestAndParse(sent: SlotRequest): Promise<unknown> {
  const response = await request(sent)
  expectStatus(response, 200)
  return JSON.parse(response.text)
}

async function queuedLetterCount(): Promise<number> {
  return (await fixture.database.db.selectFrom('letters').select('id').execute()).length
}

test('a call repeated with the same key gets the same response and changes nothing', async () => {
  const first = await requestAndParse({ key: 'a' })
  expect(first).toMatchObject({ state: 'pending', changed: true })
  expect(await requestAndParse({ key: 'a' })).toEqual(first)
  expect(await requestAndParse({})).toMatchObject({ changed: false })
  expect(await queuedLetterCount()).toBe(1)
})

test('concurrent calls with one key run once', async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, () => requestAndParse({ key: 'b' })))
  for (const response of responses) expect(response).toEqual(responses[0])
  expect(await queuedLetterCount()).toBe(1)
})

test('a repeated call gets the same response after the state has changed', async () => {
  const first = await requestAndParse({ key: 'c' })
  const body = { ...scenario.slot, requesterId: fixture.khateeb.uid }
  const { token } = fixture.masjid
  expectStatus(await fixture.send({ url: '/reject_request_full', body, token }), 200)
  expect(await requestAndParse({ key: 'c' })).toEqual(first)
  expect(await queuedLetterCount()).toBe(2)
})

test('a used key is refused for another body or another call', async () => {
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
  expect(await queuedLetterCount()).toBe(1)
})

test('a call that is repeated with the same key and an equivalent body gets the same response', async () => {
  const first = await requestAndParse({ key: 'e' })
  const changes = { khutbahTime: { time: '13:00' }, khateebId: 'me', masjidEmail: 'x' }
  expect(await requestAndParse({ key: 'e', changes })).toEqual(first)
})

test('two callers can use the same key', async () => {
  const first = await requestAndParse({ key: 'f' })
  expect(await requestAndParse({ key: 'f', who: 'otherKhateeb' })).not.toEqual(first)
  expect(await queuedLetterCount()).toBe(2)
})

test('a refused call does not use up its key', async () => {
  expectRefusal(await request({ key: 'g', changes: { khutbahDate: fridayAfter(3) } }), 404)
  expect(await requestAndParse({ key: 'g' })).toMatchObject({ changed: true })
})

test.each(['', 'a b', 'a'.repeat(201), 'é'])('the Idempotency-Key %j is refused', async (key) => {
  const { code, fields } = expectRefusal(await request({ key }), 400)
  expect([code, fields]).toEqual(['invalid_input', ['Idempotency-Key']])
  expect(await queuedLetterCount()).toBe(0)
})

test('revoke_session repeats its response: 404 for an unknown session, 200 for an ended one', async () => {
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
    const response = await revoke(other?.id ?? '', 'i')
    expect([response.status, response.text]).toEqual([200, '{}'])
  }
})
