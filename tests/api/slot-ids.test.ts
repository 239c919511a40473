import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { getSlotHistory } from '../../contract/audit.ts'
import { getArchivedKhutbahs, getMasjid, getMasjidDetails, getUser } from '../../contract/directory.ts'
import { addKhutbah, getMyKhutbahs, removeSlot } from '../../contract/khutbahs.ts'
import { requestToLead } from '../../contract/proposals.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { openTestSession } from '../runtime/session.ts'
import {
  approveKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  requestSlot,
  slotSeenBy,
} from '../runtime/slots.ts'
import { examples } from './example-calls.ts'
import { startFixture } from './fixture.ts'
import { prepareCall } from './prepare-call.ts'
import { type CallInput, makeCall, refusesField } from './raw-call.ts'
import { fieldsOf } from './schema-fields.ts'

const fixture = await startFixture()

const slotNameFields = ['masjidUid', 'khutbahDate', 'khutbahTime']

/** Each call that takes a slot id, with the fields that can replace the id. */
const callsWithSlotId = examples
  .map(({ endpoint }) => ({ endpoint, fields: fieldsOf(endpoint).map((it) => String(it.path[0])) }))
  .filter(({ fields }) => fields.includes('slotId'))
  .map(({ endpoint, fields }) => {
    const { access } = endpoint
    const own = typeof access === 'object' && 'masjid' in access ? 'masjidUid' : null
    return { endpoint, fields: slotNameFields.filter((it) => fields.includes(it) && it !== own) }
  })

function without(parts: CallInput, fields: readonly string[]): CallInput {
  const body = Object.entries(parts.body).filter(([name]) => !fields.includes(name))
  return { ...parts, body: Object.fromEntries(body) }
}

describe.each(callsWithSlotId)('$endpoint.name', ({ endpoint, fields }) => {
  test('finds a slot by id', async () => {
    const { parts, token } = await prepareCall(fixture, endpoint)
    const answer = await makeCall(fixture.app.baseUrl, endpoint, without(parts, fields), token)
    expect(answer).toMatchObject({ status: 200 })
  })

  test('finds a slot by masjid, date and time', async () => {
    const { parts, token } = await prepareCall(fixture, endpoint)
    const answer = await makeCall(fixture.app.baseUrl, endpoint, without(parts, ['slotId']), token)
    expect(answer).toMatchObject({ status: 200 })
  })

  test.each(fields)('requires %s without a slot id', async (field) => {
    const { parts, token } = await prepareCall(fixture, endpoint)
    const answer = await makeCall(fixture.app.baseUrl, endpoint, without(parts, ['slotId', field]), token)
    expect(refusesField(field, answer)).toBe(true)
  })
})

describe('a slot', () => {
  let masjid: Person
  let khateeb: Person
  const khutbahTime = '13:00'

  beforeEach(async () => {
    masjid = await newMasjid(fixture.app.baseUrl)
    khateeb = await newKhateeb(fixture.app.baseUrl)
  })

  async function post(date = friday): Promise<string> {
    const { slots } = await masjid.client.call(addKhutbah, { masjidUid: 'me', date, times: [khutbahTime] })
    const [slot] = slots
    if (slot === undefined) throw new Error('A slot was posted.')
    return slot.slotId
  }

  const slotAt = (khutbahDate: string) => ({ masjidUid: masjid.uid, khutbahDate, khutbahTime })

  test('has the same id in every response', async () => {
    const confirmed = await post(friday)
    const requested = await post(fridayAfter(1))
    const invited = await post(fridayAfter(2))
    await requestSlot(khateeb, slotAt(friday))
    await approveKhateeb(masjid, khateeb, slotAt(friday))
    await requestSlot(khateeb, slotAt(fridayAfter(1)))
    await inviteKhateeb(masjid, khateeb, slotAt(fridayAfter(2)))

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
  })

  test('keeps its id in the archive', async () => {
    const slotId = await post()
    const session = fixture.app.client(await openTestSession(fixture.app.database, masjid.uid))
    await fixture.app.setNow(`${fridayAfter(1)}T12:00:00Z`)
    onTestFinished(() => fixture.app.setNow(null))
    const archived = await session.call(getArchivedKhutbahs, { uid: 'me' })
    expect(archived.flatMap(({ times }) => times.map((it) => it.slotId))).toEqual([slotId])
  })

  test('gets a new id when it is removed and reposted, and the old id is not found', async () => {
    const removed = await post()
    await masjid.client.call(removeSlot, { masjidUid: 'me', slotId: removed })
    const posted = await post()
    expect(posted).not.toBe(removed)
    await expect(
      khateeb.client.call(requestToLead, { khateebId: 'me', slotId: removed }),
    ).rejects.toMatchObject({ status: 404 })
    await khateeb.client.call(requestToLead, { khateebId: 'me', slotId: posted })
    expect((await slotSeenBy(masjid, slotAt(friday))).pending).toHaveLength(1)
  })
})
