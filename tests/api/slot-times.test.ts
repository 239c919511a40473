import { describe, expect, test } from 'vitest'
import { getMasjid, getMasjidDetails, getUser } from '../../contract/directory.ts'
import { addKhutbah, getMyKhutbahs, removeSlot } from '../../contract/khutbahs.ts'
import {
  acceptInvite,
  approveRequest,
  rejectInvite,
  rejectRequest,
  removeKhateeb,
  requestKhateeb,
  requestToLead,
  revokeInvite,
  revokeSentRequest,
  withdrawKhateeb,
} from '../../contract/proposals.ts'
import type { Person } from '../runtime/people.ts'
import { withPermanentSession } from '../runtime/session.ts'
import { postSlot, type Slot } from '../runtime/slots.ts'
import { startFixture } from './fixture.ts'
import { newMasjidIn, readAroundSlotStarts } from './upcoming-over-time.ts'
import { instantOfLocalTime, type UsTimeZone, usTimeZones } from './us-time-zones.ts'

const fixture = await startFixture()
const khateeb = await withPermanentSession(fixture.app, fixture.khateeb)
const rival = await withPermanentSession(fixture.app, fixture.otherKhateeb)

const setNow = (instant: number) => fixture.app.setNow(new Date(instant).toISOString())

describe.each(usTimeZones)('in $zone ($zip)', (zone) => {
  test('a slot is upcoming until its start, and a date until its last slot starts', async () => {
    const { actual, expected } = await readAroundSlotStarts(fixture.app, zone)
    expect(actual).toEqual(expected)
  })
})

async function postAroundClockChange(zone: UsTimeZone) {
  await setNow(Date.UTC(2026, 5, 1))
  const masjid = await newMasjidIn(fixture.app, zone)
  const times = ['01:59', '02:00', '02:30', '02:59', '03:00']
  const posting = masjid.client.call(addKhutbah, { masjidUid: 'me', date: '2027-03-14', times })
  return { masjid, times, posting }
}

const withClockChange = usTimeZones.filter((it) => it.winter !== it.summer)
test.each(withClockChange)(
  'in $zone ($zip) a time that the clock change skips cannot be posted',
  async (zone) => {
    const { masjid, posting } = await postAroundClockChange(zone)
    const why = 'The clocks skip this time on that date.'
    await expect(posting).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { 'times.1.time': why, 'times.2.time': why, 'times.3.time': why },
    })
    expect(await masjid.client.call(getMasjid, { uid: 'me' })).toMatchObject({ khutbahs: [] })
  },
)

const withoutClockChange = usTimeZones.filter((it) => it.winter === it.summer)
test.each(withoutClockChange)('in $zone ($zip) no time is skipped', async (zone) => {
  const { times, posting } = await postAroundClockChange(zone)
  expect(await posting).toMatchObject({ added: times, existing: [] })
})

/** The earliest and the latest time zone, and one between. */
const sampleZones = usTimeZones.filter((it) => ['96910', '48126', '96799'].includes(it.zip))

describe.each(sampleZones)('at the start of a slot in $zone', (zone: UsTimeZone) => {
  const date = '2027-07-02'
  const begins = instantOfLocalTime(zone, { date, time: '13:30', summer: true })
  let masjid: Person
  let slot: Slot

  async function prepare(): Promise<void> {
    await fixture.app.database.reader.deleteFrom('slots').execute()
    await setNow(begins - 30 * 24 * 60 * 60 * 1_000)
    masjid = await newMasjidIn(fixture.app, zone)
    slot = await postSlot(masjid, '13:30', date)
  }

  test('proposals leave all lists and can no longer be decided', async () => {
    await prepare()
    await khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
    await masjid.client.call(requestKhateeb, { khateebUid: rival.uid, ...slot })
    const listed = async () => {
      const [own, his, theirs] = await Promise.all([
        masjid.client.call(getMasjid, { uid: 'me' }),
        khateeb.client.call(getUser, { uid: 'me' }),
        rival.client.call(getUser, { uid: 'me' }),
      ])
      return [own.requests, own.sentInvites, his.sentRequests, theirs.invites].map((it) => it.length)
    }
    await setNow(begins)
    expect(await listed()).toEqual([1, 1, 1, 1])
    await setNow(begins + 1)
    expect(await listed()).toEqual([0, 0, 0, 0])

    const past = { status: 409, code: 'slot_past' }
    const expired = { status: 409, code: 'proposal_expired' }
    const requester = { requesterId: khateeb.uid, ...slot }
    const invited = { khateebUid: rival.uid, ...slot }
    const { client } = masjid
    await expect(client.call(approveRequest, requester)).rejects.toMatchObject(past)
    await expect(client.call(rejectRequest, requester)).rejects.toMatchObject(expired)
    await expect(client.call(revokeInvite, invited)).rejects.toMatchObject(expired)
    await expect(client.call(requestKhateeb, invited)).rejects.toMatchObject(past)
    await expect(client.call(removeSlot, slot)).rejects.toMatchObject(past)
    const own = { khateebUid: 'me', ...slot }
    await expect(rival.client.call(acceptInvite, own)).rejects.toMatchObject(past)
    await expect(rival.client.call(rejectInvite, own)).rejects.toMatchObject(expired)
    await expect(khateeb.client.call(revokeSentRequest, own)).rejects.toMatchObject(expired)
    const again = { khateebId: 'me', ...slot }
    await expect(khateeb.client.call(requestToLead, again)).rejects.toMatchObject(past)

    await setNow(begins)
    expect(await client.call(approveRequest, requester)).toMatchObject({ state: 'accepted', changed: true })
  })

  test('an assignment leaves the khateeb’s list and can no longer be ended', async () => {
    await prepare()
    await khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
    await masjid.client.call(approveRequest, { requesterId: khateeb.uid, ...slot })
    const mine = () => khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })
    const own = { khateebUid: 'me', ...slot, reason: 'A journey.' }
    await setNow(begins + 1)
    expect(await mine()).toEqual([])
    const past = { status: 409, code: 'slot_past' }
    await expect(khateeb.client.call(withdrawKhateeb, own)).rejects.toMatchObject(past)
    await expect(masjid.client.call(removeKhateeb, slot)).rejects.toMatchObject(past)
    await setNow(begins)
    expect(await mine()).toMatchObject([
      { date, time: { time: '13:30' }, startsAt: new Date(begins).toISOString() },
    ])
    expect(await khateeb.client.call(withdrawKhateeb, own)).toEqual({ changed: true })
  })

  test('the slot can still be posted; 1 ms later a call with a past time or date is refused', async () => {
    await prepare()
    const posting = (...times: string[]) =>
      masjid.client.call(addKhutbah, { masjidUid: 'me', date, times: times.map((time) => ({ time })) })
    await setNow(begins)
    expect(await posting('13:30')).toMatchObject({ added: [], existing: ['13:30'] })
    await setNow(begins + 1)
    await expect(posting('23:59', '13:30', '00:00')).rejects.toMatchObject({
      status: 400,
      fields: { 'times.1.time': 'This time is in the past.', 'times.2.time': 'This time is in the past.' },
    })
    const { khutbahs } = await masjid.client.call(getMasjidDetails, { masjidId: masjid.uid })
    expect(khutbahs).toEqual([])
    expect(await posting('13:31')).toMatchObject({ added: ['13:31'], existing: [] })

    const midnight = instantOfLocalTime(zone, { date: '2027-07-03', time: '00:00', summer: true })
    await setNow(midnight - 1)
    await expect(posting('00:00')).rejects.toMatchObject({ fields: { 'times.0.time': expect.anything() } })
    await setNow(midnight)
    await expect(posting('00:00')).rejects.toMatchObject({
      status: 400,
      fields: { date: 'This date is in the past.' },
    })
  })
})

test.each(usTimeZones)('in $zone ($zip) a date can be posted at most two years ahead', async (zone) => {
  const midnight = instantOfLocalTime(zone, { date: '2027-07-03', time: '00:00', summer: true })
  await setNow(midnight - 1)
  const { client } = await newMasjidIn(fixture.app, zone)
  const posts = (date: string) => client.call(addKhutbah, { masjidUid: 'me', date, times: ['13:00'] })
  const tooFar = {
    status: 400,
    code: 'invalid_input',
    fields: { date: 'This date is more than two years ahead.' },
  }
  expect(await posts('2029-07-02')).toMatchObject({ added: ['13:00'] })
  await expect(posts('2029-07-03')).rejects.toMatchObject(tooFar)
  await setNow(midnight)
  expect(await posts('2029-07-03')).toMatchObject({ added: ['13:00'] })
})
