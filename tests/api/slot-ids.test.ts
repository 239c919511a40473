import { describe, expect, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { getSlotHistory } from '../../contract/audit.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { exportData } from '../../contract/identity.ts'
import { addKhutbah, getMyKhutbahs, removeSlot } from '../../contract/khutbahs.ts'
import { getArchivedKhutbahs, getMasjid, getUser } from '../../contract/own-records.ts'
import { requestToLead } from '../../contract/proposals.ts'
import type { TestAccount } from '../runtime/people.ts'
import { openTestSession } from '../runtime/session.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  requestSlot,
  slotSeenBy,
} from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'
import { prepareCall } from './example-calls.ts'
import { startFixture } from './fixture.ts'
import { expectStatus, refusesField } from './raw-call.ts'
import { fieldsOf } from './schema-fields.ts'

const fixture = await startFixture()
const test = testWithPeople(fixture)

const slotNameFields = ['masjidUid', 'khutbahDate', 'khutbahTime', 'date', 'time']

/** Each call that takes a slot id in its body, with the fields that can replace the id. */
const callsWithSlotId = endpoints
  .map((endpoint) => {
    const fields = fieldsOf(endpoint).filter(({ part }) => part === 'body')
    return { endpoint, fields: fields.map((it) => String(it.path[0])) }
  })
  .filter(({ fields }) => fields.includes('slotId'))
  .map(({ endpoint, fields }) => {
    const { access } = endpoint
    const own = typeof access === 'object' && 'masjid' in access ? 'masjidUid' : null
    return { endpoint, fields: slotNameFields.filter((it) => fields.includes(it) && it !== own) }
  })

/** Makes the example call without these fields of its body. */
async function sendWithout(endpoint: Endpoint, ...fields: readonly string[]) {
  const { parts, send } = await prepareCall(fixture, endpoint)
  const body = Object.entries(parts.body).filter(([name]) => !fields.includes(name))
  return send({ body: Object.fromEntries(body) })
}

describe.each(callsWithSlotId)('$endpoint.name', ({ endpoint, fields }) => {
  test('the call finds a slot by id', async () => {
    expectStatus(await sendWithout(endpoint, ...fields), 200)
  })

  test('the call finds a slot by masjid, date and time', async () => {
    expectStatus(await sendWithout(endpoint, 'slotId'), 200)
  })

  test.each(fields)('the call requires %s if it has no slot id', async (field) => {
    expect(refusesField(field, await sendWithout(endpoint, 'slotId', field))).toBe(true)
  })
})

/** A part of a JSON Schema. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

interface SchemaObject {
  readonly place: string
  readonly fields: readonly string[]
}

/** Returns all objects of a schema, including objects nested in objects and lists. */
function objectsIn(place: string, { properties = {}, items, anyOf = [] }: JsonSchema): SchemaObject[] {
  const parts = items === undefined ? anyOf : [items, ...anyOf]
  return [
    { place, fields: Object.keys(properties) },
    ...Object.entries(properties).flatMap(([name, schema]) => objectsIn(`${place}, ${name}`, schema)),
    ...parts.flatMap((schema) => objectsIn(place, schema)),
  ]
}

function jsonSchemaOf(schema: z.core.$ZodType = z.object({}), io: 'input' | 'output' = 'input'): JsonSchema {
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })))
}

/**
 * The objects that contain the time of a slot. Excludes `time` objects, `wallClock` (the time of an event), and the old and new times of a
 * moved slot (`agreedStart` is the time that a khateeb agreed to before a move).
 */
const slotsWithTime = endpoints
  .flatMap(({ name, query, body, output }) => [
    ...objectsIn(`${name} takes`, jsonSchemaOf(query)),
    ...objectsIn(`${name} takes`, jsonSchemaOf(body)),
    ...objectsIn(`${name} output`, jsonSchemaOf(output, 'output')),
  ])
  .filter(({ fields }) => fields.includes('time') || fields.includes('khutbahTime'))
  .filter(({ place }) => !/, (time|wallClock|movedFrom|from|to|agreedStart)$/.test(place))
  // Leave out new slots, which have no id yet.
  .filter(({ place }) => place !== 'add_khutbah takes, times' && !place.endsWith(', posts'))
  // Leave out the services of a weekly plan, which are not slots, and its preview, which also lists services without a slot.
  .filter(({ place }) => !/, (services|nextTimes|fridays, times)$/.test(place))

test.for(slotsWithTime.map((it) => [it.place, it.fields] as const))(
  'in “%s”, the object with a slot’s time also has the slot’s id',
  ([, fields]) => {
    expect(fields).toContain('slotId')
  },
)

describe('slot ids', () => {
  const khutbahTime = '13:00'

  async function post({ client }: TestAccount, date = friday): Promise<string> {
    const { slots } = await client.call(addKhutbah, { masjidUid: 'me', date, times: [khutbahTime] })
    const [slot] = slots
    if (slot === undefined) throw new Error('A slot was posted.')
    return slot.slotId
  }

  const slotAt = ({ uid }: TestAccount, khutbahDate: string) => ({ masjidUid: uid, khutbahDate, khutbahTime })

  test('a slot has the same id in records, details, the slot history and the export', async ({
    masjid,
    khateeb,
  }) => {
    const confirmed = await post(masjid, friday)
    const requested = await post(masjid, fridayAfter(1))
    const invited = await post(masjid, fridayAfter(2))
    await confirmKhateeb(masjid, khateeb, slotAt(masjid, friday))
    await requestSlot(khateeb, slotAt(masjid, fridayAfter(1)))
    await inviteKhateeb(masjid, khateeb, slotAt(masjid, fridayAfter(2)))

    const { khutbahs, requests, sentInvites } = await masjid.client.call(getMasjid, { uid: 'me' })
    const all = [confirmed, requested, invited]
    expect(khutbahs.flatMap(({ times }) => times.map((it) => it.slotId))).toEqual(all)
    expect(requests.map((it) => it.slotId)).toEqual([requested])
    expect(sentInvites.map((it) => it.slotId)).toEqual([invited])

    const { invites: received, sentRequests } = await khateeb.client.call(getUser, { uid: 'me' })
    expect(received.map((it) => it.slotId)).toEqual([invited])
    expect(sentRequests.map((it) => it.slotId)).toEqual([requested])
    const own = await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })
    expect(own.map((it) => it.slotId)).toEqual([confirmed])

    const details = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
    expect(details.khutbahs.flatMap(({ times }) => times.map((it) => it.slotId))).toEqual(all)
    const history = await masjid.client.call(getSlotHistory, { uid: 'me' })
    expect(new Set(history.map((it) => it.slotId))).toEqual(new Set(all))
    const exported = await khateeb.client.call(exportData, {})
    expect(new Set(exported.history.flatMap((it) => it.slotId ?? []))).toEqual(new Set(all))
  })

  test('a slot keeps its id in the archive', async ({ masjid }) => {
    const slotId = await post(masjid)
    const session = fixture.client(await openTestSession(fixture.database, masjid.uid))
    await fixture.setNow(`${fridayAfter(1)}T12:00:00Z`)
    onTestFinished(() => fixture.setNow(null))
    const archived = await session.call(getArchivedKhutbahs, { uid: 'me' })
    expect(archived.flatMap(({ times }) => times.map((it) => it.slotId))).toEqual([slotId])
  })

  test('a slot gets a new id when it is removed and reposted, and the old id is not found', async ({
    masjid,
    khateeb,
  }) => {
    const removed = await post(masjid)
    await masjid.client.call(removeSlot, { masjidUid: 'me', slotId: removed })
    const posted = await post(masjid)
    expect(posted).not.toBe(removed)
    await expect(
      khateeb.client.call(requestToLead, { khateebId: 'me', slotId: removed }),
    ).rejects.toMatchObject({ status: 404 })
    await khateeb.client.call(requestToLead, { khateebId: 'me', slotId: posted })
    expect((await slotSeenBy(masjid, slotAt(masjid, friday))).pending).toHaveLength(1)
  })
})
