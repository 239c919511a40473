import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addKhutbah, getMyKhutbahs } from '../../contract/khutbahs.ts'
import { approveRequest } from '../../contract/proposals.ts'
import type { RawResponse } from '../runtime/send-request.ts'
import { openTestSession } from '../runtime/session.ts'
import { friday, fridayAfter, requestSlot } from '../runtime/slots.ts'
import { startFixture } from './fixture.ts'
import { expectRefusal, expectStatus } from './raw-call.ts'
import { type SlotState, setUpScenario } from './scenario.ts'
import { type SpecifiedCall, specifiedCalls, specifiedValues } from './specified-calls.ts'

const fixture = await startFixture()

/** Returns the value at a path like `a.0.b`. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((holder, name) => Reflect.get(Object(holder), name), value)
}

const namesOf = ({ payload }: SpecifiedCall) => payload?.split(' ') ?? []

async function make(call: SpecifiedCall, changes: object = {}): Promise<RawResponse> {
  const { method, path, by, state = 'open', payload, values } = call
  const scenario = await setUpScenario(fixture, state)
  const all: Readonly<Record<string, unknown>> = { ...specifiedValues(scenario, by), ...values }
  const sent = Object.fromEntries(namesOf(call).map((name) => [name, all[name]]))
  expect(Object.values(sent)).not.toContain(undefined)
  return fixture.send({
    method,
    url: path.replace(/\{(\w+)\}/, (_, name: string) => String(all[name])),
    body: payload === undefined ? undefined : { ...sent, ...changes },
    token: by === 'visitor' ? undefined : await openTestSession(fixture.database, fixture[by].uid),
  })
}

async function recipients(): Promise<string[]> {
  const letters = await fixture.database.db.selectFrom('letters').select('recipient').execute()
  return letters.map((it) => it.recipient)
}

describe('specified calls', () => {
  test.each(specifiedCalls)(
    '$method $path takes the specified payload and returns the specified fields',
    async (call) => {
      const response = await make(call)
      expectStatus(response, 200)
      const missing = call.response
        ?.split(' ')
        .filter((it) => (at(JSON.parse(response.text), it) ?? null) === null)
      expect(missing ?? []).toEqual([])
      expect(await recipients()).not.toContain('any@minbar.example')
    },
  )

  test.each(specifiedCalls.filter((it) => it.payload !== undefined))(
    '$path refuses a payload with only invalid values, and names at least one field',
    async (call) => {
      const sevens = Object.fromEntries(namesOf(call).map((name) => [name, 7]))
      expect(expectRefusal(await make(call, sevens), 400).fields).not.toEqual([])
    },
  )
})

describe('formats of times', () => {
  const calls = specifiedCalls.filter((it) => it.state !== undefined && /invite|request|remove/.test(it.path))
  test.each(calls)('$path takes a time as "13:00", {time: "13:00"} or " 13:00 "', async (call) => {
    for (const khutbahTime of ['13:00', { time: '13:00' }, ' 13:00 ', { time: '13:00 ' }]) {
      const response = await make(call, { khutbahTime })
      expectStatus(response, 200)
      expect(JSON.parse(response.text)).toMatchObject({ changed: true })
    }
    expect(await make(call, { khutbahTime: '13:01' })).toMatchObject({ status: 404 })
  })

  test('a time can be sent with a one-digit hour, like 9:30', async () => {
    await setUpScenario(fixture, 'open')
    const { masjid, khateeb } = fixture
    const date = fridayAfter(1)
    const times = ['9:30', { time: '9:45' }, { time: { time: '8:00' } }]
    const added = ['08:00', '09:30', '09:45']
    const posting = masjid.client.call(addKhutbah, { masjidUid: masjid.uid, date, times })
    expect(await posting).toMatchObject({ added, existing: [] })
    const slot = { masjidUid: masjid.uid, khutbahDate: date, khutbahTime: '9:30' }
    expect(await requestSlot(khateeb, slot)).toMatchObject({ state: 'pending' })
    const approved = { ...slot, requesterId: khateeb.uid, khutbahTime: { time: '9:30' } }
    expect(await masjid.client.call(approveRequest, approved)).toMatchObject({ state: 'accepted' })
    expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: khateeb.uid })).toMatchObject([
      { date, time: { time: '09:30' }, masjidName: masjid.name },
    ])
  })
})

async function fetchRecord(url: string, token: string): Promise<object> {
  const { text } = await fixture.send({ url, token })
  return z.parse(z.record(z.string(), z.unknown()), JSON.parse(text))
}

describe('the records of the specification', () => {
  const states: readonly SlotState[] = ['open', 'invited', 'requested']
  const khateeb =
    'firstName lastName email phone zipCode city stateCode latitude longitude role paid freeTrial verified bio expertise invites sentRequests uid'
  const masjid =
    'masjidName masjidAddress zipCode city stateCode latitude longitude email phone website role paid freeTrial verified khutbahs requests sentInvites uid'

  test.each(states)('the records of khateeb and masjid have all specified fields (%s)', async (state) => {
    await setUpScenario(fixture, state)
    const khateebRecord = await fetchRecord(`/users/${fixture.khateeb.uid}`, fixture.khateeb.token)
    const masjidRecord = await fetchRecord(`/masjids/${fixture.masjid.uid}`, fixture.masjid.token)
    expect(Object.keys(khateebRecord)).toEqual(expect.arrayContaining(khateeb.split(' ')))
    expect(Object.keys(masjidRecord)).toEqual(expect.arrayContaining(masjid.split(' ')))
    const slot = { khutbahDate: friday, khutbahTime: '13:00' }
    const here = { masjidUid: fixture.masjid.uid, masjidName: fixture.masjid.name, ...slot }
    const invite = { ...here, requestId: expect.any(String), masjidEmail: fixture.masjid.email }
    const who = { khateebUid: fixture.khateeb.uid, khateebName: fixture.khateeb.name }
    const requester = { requesterId: fixture.khateeb.uid, requesterName: fixture.khateeb.name }
    const only = (when: SlotState, entry: object) => (state === when ? [entry] : [])
    expect({ ...khateebRecord, ...masjidRecord }).toMatchObject({
      invites: only('invited', invite),
      sentInvites: only('invited', { ...who, ...slot }),
      sentRequests: only('requested', here),
      requests: only('requested', { ...requester, ...slot }),
      khutbahs: [{ date: friday, times: [{ time: { time: '13:00' }, khateeb: 'None' }] }],
    })
  })
})
