import { describe, expect, test } from 'vitest'
import { removeKhateeb } from '../../contract/assignments.ts'
import { getSlotHistory } from '../../contract/audit.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import { addKhutbah, getMyKhutbahs, removeSlot } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { conflict, invalidInput } from '../runtime/refusals.ts'
import {
  acceptInviteTo,
  approveKhateeb,
  confirmKhateeb,
  inviteKhateeb,
  moveSlotTo,
  postSlot,
  rejectInviteTo,
  rejectKhateeb,
  requestSlot,
  revokeInviteOf,
  revokeRequest,
  withdrawFrom,
} from '../runtime/slots.ts'
import { startFixture } from './fixture.ts'
import { newMasjidIn, readAroundSlotStarts } from './upcoming-over-time.ts'
import { instantOfLocalTime, type UsTimeZone, usTimeZones } from './us-time-zones.ts'

const fixture = await startFixture()
const { khateeb, otherKhateeb: rival } = fixture

const setNow = (instant: number) => fixture.setNow(new Date(instant).toISOString())

test.each(usTimeZones)(
  'a slot in $zone ($zip) is upcoming until its start, and a khutbah is upcoming until its last slot starts',
  async (zone) => {
    const { actual, expected } = await readAroundSlotStarts(fixture, zone)
    expect(actual).toEqual(expected)
  },
)
async function postAroundClockChange(zone: UsTimeZone) {
  await setNow(Date.UTC(2026, 5, 1))
  const masjid = await newMasjidIn(fixture, zone)
  const times = ['01:59', '02:00', '02:30', '02:59', '03:00']
  const posting = masjid.client.call(addKhutbah, { masjidUid: 'me', date: '2027-03-14', times })
  return { masjid, times, posting }
}

const zonesWithClockChange = usTimeZones.filter((it) => it.winter !== it.summer)
test.each(zonesWithClockChange)(
  'a time in $zone ($zip) that the clock change skips cannot be posted',
  async (zone) => {
    const { masjid, posting } = await postAroundClockChange(zone)
    const why = 'This time does not exist on that date, because the clocks change.'
    await expect(posting).rejects.toMatchObject(
      invalidInput({ 'times.1.time': why, 'times.2.time': why, 'times.3.time': why }),
    )
    expect(await masjid.client.call(getMasjid, { uid: 'me' })).toMatchObject({ khutbahs: [] })
  },
)

const zonesWithoutClockChange = usTimeZones.filter((it) => it.winter === it.summer)
test.each(zonesWithoutClockChange)(
  'times around 2:00 AM on March 14 in $zone ($zip) can be posted, because this zone has no clock change',
  async (zone) => {
    const { times, posting } = await postAroundClockChange(zone)
    expect(await posting).toMatchObject({ added: times, existing: [] })
  },
)

test.each(zonesWithClockChange)(
  'a time in $zone ($zip) that occurs twice means its first instant, also in the history and the news of a moved or removed slot',
  async (zone) => {
    await fixture.database.db.deleteFrom('slots').execute()
    await setNow(Date.UTC(2027, 9, 1))
    const masjid = await newMasjidIn(fixture, zone)
    const khateebNews = async () => (await khateeb.client.call(getNews, {}))[0]
    const date = '2027-11-07'
    const first = instantOfLocalTime(zone, { date, time: '01:30', summer: true })
    const startsAt = new Date(first).toISOString()

    const slot = await postSlot(masjid, '01:30', date)
    await confirmKhateeb(masjid, khateeb, slot)
    await moveSlotTo(masjid, slot, '01:00')
    const [move] = await masjid.client.call(getSlotHistory, { uid: 'me' })
    expect(move).toMatchObject({ event: 'slot_moved', moved: { from: { startsAt } } })
    expect(await khateebNews()).toMatchObject({ kind: 'slot_moved', movedFrom: { startsAt } })

    await moveSlotTo(masjid, { ...slot, khutbahTime: '01:00' }, '01:30')
    await masjid.client.call(removeSlot, slot)
    expect(await khateebNews()).toMatchObject({ kind: 'slot_removed', startsAt })
    await setNow(first + 1)
    expect(await khateebNews()).toBeUndefined()
  },
)

/** The earliest time zone, the latest time zone, and one between them. */
const sampleZones = usTimeZones.filter((it) => ['96910', '48126', '96799'].includes(it.zip))

describe.each(sampleZones)('around the start of a slot in $zone', (zone: UsTimeZone) => {
  const date = '2027-07-02'
  const begins = instantOfLocalTime(zone, { date, time: '13:30', summer: true })

  async function prepare() {
    await fixture.database.db.deleteFrom('slots').execute()
    await setNow(begins - 30 * 24 * 60 * 60 * 1_000)
    const masjid = await newMasjidIn(fixture, zone)
    return { masjid, slot: await postSlot(masjid, '13:30', date) }
  }

  test('proposals disappear from all lists 1 ms after the slot’s start, and can then no longer be decided', async () => {
    const { masjid, slot } = await prepare()
    await requestSlot(khateeb, slot)
    await inviteKhateeb(masjid, rival, slot)
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

    const past = conflict('slot_past')
    const expired = conflict('proposal_expired')
    await expect(approveKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(past)
    await expect(rejectKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(expired)
    await expect(revokeInviteOf(masjid, rival, slot)).rejects.toMatchObject(expired)
    await expect(inviteKhateeb(masjid, rival, slot)).rejects.toMatchObject(past)
    await expect(masjid.client.call(removeSlot, slot)).rejects.toMatchObject(past)
    await expect(acceptInviteTo(rival, slot)).rejects.toMatchObject(past)
    await expect(rejectInviteTo(rival, slot)).rejects.toMatchObject(expired)
    await expect(revokeRequest(khateeb, slot)).rejects.toMatchObject(expired)
    await expect(requestSlot(khateeb, slot)).rejects.toMatchObject(past)

    await setNow(begins)
    expect(await approveKhateeb(masjid, khateeb, slot)).toMatchObject({ state: 'accepted', changed: true })
  })

  test('an assignment disappears from the khateeb’s list 1 ms after the slot’s start, and can then no longer be ended', async () => {
    const { masjid, slot } = await prepare()
    await confirmKhateeb(masjid, khateeb, slot)
    const mine = () => khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })
    await setNow(begins + 1)
    expect(await mine()).toEqual([])
    const past = conflict('slot_past')
    await expect(withdrawFrom(khateeb, slot)).rejects.toMatchObject(past)
    await expect(masjid.client.call(removeKhateeb, slot)).rejects.toMatchObject(past)
    await setNow(begins)
    expect(await mine()).toMatchObject([
      { date, time: { time: '13:30' }, startsAt: new Date(begins).toISOString() },
    ])
    expect(await withdrawFrom(khateeb, slot)).toEqual({ changed: true })
  })

  test('a slot can be posted until its start, and is refused 1 ms later, like a slot on a past date', async () => {
    const { masjid } = await prepare()
    const posting = (...times: string[]) =>
      masjid.client.call(addKhutbah, { masjidUid: 'me', date, times: times.map((time) => ({ time })) })
    await setNow(begins)
    expect(await posting('13:30')).toMatchObject({ added: [], existing: ['13:30'] })
    await setNow(begins + 1)
    await expect(posting('23:59', '13:30', '00:00')).rejects.toMatchObject(
      invalidInput({
        'times.1.time': 'This time is in the past.',
        'times.2.time': 'This time is in the past.',
      }),
    )
    const { khutbahs } = await masjid.client.call(getMasjidDetails, { masjidId: masjid.uid })
    expect(khutbahs).toEqual([])
    expect(await posting('13:31')).toMatchObject({ added: ['13:31'], existing: [] })

    const midnight = instantOfLocalTime(zone, { date: '2027-07-03', time: '00:00', summer: true })
    await setNow(midnight - 1)
    await expect(posting('00:00')).rejects.toMatchObject({ fields: { 'times.0.time': expect.anything() } })
    await setNow(midnight)
    await expect(posting('00:00')).rejects.toMatchObject(invalidInput({ date: 'This date is in the past.' }))
  })
})

test.each(usTimeZones)('a slot in $zone ($zip) can be posted at most two years ahead', async (zone) => {
  const midnight = instantOfLocalTime(zone, { date: '2027-07-03', time: '00:00', summer: true })
  await setNow(midnight - 1)
  const { client } = await newMasjidIn(fixture, zone)
  const posts = (date: string) => client.call(addKhutbah, { masjidUid: 'me', date, times: ['13:00'] })
  const tooFar = invalidInput({ date: 'This date is more than two years ahead.' })
  expect(await posts('2029-07-02')).toMatchObject({ added: ['13:00'] })
  await expect(posts('2029-07-03')).rejects.toMatchObject(tooFar)
  await setNow(midnight)
  expect(await posts('2029-07-03')).toMatchObject({ added: ['13:00'] })
})
