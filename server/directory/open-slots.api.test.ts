import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { updateAvailability } from '../../contract/availability.ts'
import { blockAccount, unblockAccount } from '../../contract/blocks.ts'
import { getMasjids, getOpenSlots } from '../../contract/directory.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, newMasjidAndKhateebIn, type TestAccount } from '../../tests/runtime/people.ts'
import {
  confirmByInvite,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  rejectInviteTo,
  rejectKhateeb,
  requestSlot,
  revokeRequest,
  type Slot,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'

type Query = Omit<RawInputOf<typeof getOpenSlots>, 'uid'>

const app = await startApp()
afterEach(() => app.setNow(null))

/** The ZIPs that each test uses. They are far apart, so that no test sees the slots of another test. */
const places = {
  order: ['99801', '99824'],
  hidden: ['59601', '59602'],
  blocked: ['83702'],
  time: ['82001'],
  dst: ['87501'],
  radius: ['57701', '57719'],
  perDate: ['05401'],
  away: ['59801'],
  limits: ['81501', '81524'],
} as const

const listOpenSlots = async (khateeb: TestAccount, query: Query = {}) =>
  (await khateeb.client.call(getOpenSlots, { uid: 'me', ...query })).map(nameOf)
const nameOf = (it: { masjidName: string; date: string; time: { time: string } }) =>
  `${it.masjidName} ${it.date} ${it.time.time}`
const nameOfPostedSlot = (masjid: TestAccount, { khutbahDate, khutbahTime }: Slot) =>
  `${masjid.name} ${khutbahDate} ${khutbahTime}`

test('open slots are sorted by date, distance and time, and each has the expected fields', async () => {
  const [here, there] = places.order
  const { masjid: near, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, here)
  const far = await newMasjid(app.baseUrl, { zipCode: there })
  const slots = [
    [near, await postSlot(near, '13:00')],
    [near, await postSlot(near, '14:30')],
    [far, await postSlot(far, '12:00')],
    [near, await postSlot(near, '13:00', fridayAfter(1))],
    [far, await postSlot(far, '13:00', fridayAfter(40))],
  ] as const
  expect(await listOpenSlots(khateeb)).toEqual(slots.map(([masjid, slot]) => nameOfPostedSlot(masjid, slot)))
  const [, , first] = await khateeb.client.call(getOpenSlots, { uid: 'me' })
  const masjids = await khateeb.client.call(getMasjids, { near: 'me' })
  expect(first).toEqual({
    language: null,
    slotId: expect.any(String),
    date: friday,
    time: { time: '12:00' },
    startsAt: instantOf(friday, '12:00', 'America/Juneau')?.toISOString(),
    masjidUid: far.uid,
    masjidName: far.name,
    verified: false,
    city: 'Douglas',
    stateCode: 'AK',
    timeZone: 'America/Juneau',
    distance: masjids.find((it) => it.uid === far.uid)?.distance,
    tooFarFrom: null,
    beyondYourLimits: [],
    yourLimits: { maxMiles: null, maxAMonth: null, weeksBetween: null },
  })
  expect(await listOpenSlots(khateeb, { date: fridayAfter(1) })).toEqual([
    `${near.name} ${fridayAfter(1)} 13:00`,
  ])
})

test('open slots are listed within the requested radius', async () => {
  const [here, there] = places.radius
  const { masjid: near, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, here)
  const far = await newMasjid(app.baseUrl, { zipCode: there })
  const [one, other] = [
    nameOfPostedSlot(near, await postSlot(near)),
    nameOfPostedSlot(far, await postSlot(far)),
  ]
  expect(await listOpenSlots(khateeb)).toEqual([one, other])
  expect(await listOpenSlots(khateeb, { radius: '2' })).toEqual([one])
  expect(await listOpenSlots(khateeb, { radius: '0' })).toEqual([one])
})

test('open slots on dates when the khateeb is away are not listed, and not counted on a masjid’s card', async () => {
  const { masjid, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, places.away[0])
  const slots = [await postSlot(masjid), await postSlot(masjid, '13:00', fridayAfter(1))] as const
  await khateeb.client.call(updateAvailability, { uid: 'me', awayDates: [friday] })
  expect(await listOpenSlots(khateeb)).toEqual([nameOfPostedSlot(masjid, slots[1])])
  const [card] = await khateeb.client.call(getMasjids, { near: 'me', openSlots: 'shown' })
  expect(card?.open).toEqual({ dates: [fridayAfter(1)], count: 1 })
})

test('open slots show which of the khateeb’s own limits they exceed', async () => {
  const [here, there] = places.limits
  const { masjid: near, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, here)
  const far = await newMasjid(app.baseUrl, { zipCode: there })
  await confirmKhateeb(near, khateeb, await postSlot(near))
  await postSlot(near, '13:00', fridayAfter(1))
  await postSlot(far, '13:00', fridayAfter(20))
  await khateeb.client.call(updateAvailability, { uid: 'me', maxMiles: 1, weeksBetween: 2 })
  const limits = { maxMiles: 1, maxAMonth: null, weeksBetween: 2 }
  expect(await khateeb.client.call(getOpenSlots, { uid: 'me' })).toMatchObject([
    { masjidUid: near.uid, beyondYourLimits: ['too_soon'], yourLimits: limits },
    { masjidUid: far.uid, beyondYourLimits: ['too_far'], yourLimits: limits },
  ])
})

test('the list of open slots with `perDate` has at most that number of slots for each date, and only one page', async () => {
  const { masjid, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, places.perDate[0])
  for (const date of [friday, fridayAfter(1), fridayAfter(9)]) {
    await masjid.client.call(addKhutbah, { masjidUid: 'me', date, times: ['12:00', '13:30', '15:00'] })
  }
  const expected = [friday, fridayAfter(1), fridayAfter(9)].flatMap((date) =>
    ['12:00', '13:30'].map((time) => `${masjid.name} ${date} ${time}`),
  )
  const list = (limit: string) => khateeb.client.page(getOpenSlots, { uid: 'me', perDate: '2', limit })
  const [all, few] = [await list('100'), await list('3')]
  expect(all.items.map(nameOf)).toEqual(expected)
  expect(few.items.map(nameOf)).toEqual(expected.slice(0, 3))
  expect([all.nextCursor, few.nextCursor]).toEqual([null, null])
})

test('the list of open slots hides slots that the khateeb may not request, and shows them again once he may', async () => {
  const [here, there] = places.hidden
  const { masjid, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, here)
  const other = await newMasjid(app.baseUrl, { zipCode: there })
  const rival = await newKhateeb(app.baseUrl, { zipCode: here })
  const slot = await postSlot(masjid)
  const [early, touching] = [await postSlot(other, '12:01'), await postSlot(other, '14:00')]
  const all = [
    nameOfPostedSlot(masjid, slot),
    nameOfPostedSlot(other, early),
    nameOfPostedSlot(other, touching),
  ]
  const without = (...gone: string[]) => all.filter((it) => !gone.includes(it))
  expect(await listOpenSlots(khateeb)).toEqual(all)

  await requestSlot(khateeb, slot)
  expect(await listOpenSlots(khateeb)).toEqual(without(nameOfPostedSlot(masjid, slot)))
  await rejectKhateeb(masjid, khateeb, slot)
  expect(await listOpenSlots(khateeb)).toEqual(all)
  await inviteKhateeb(masjid, khateeb, slot)
  expect(await listOpenSlots(khateeb)).toEqual(without(nameOfPostedSlot(masjid, slot)))
  await rejectInviteTo(khateeb, slot)
  expect(await listOpenSlots(khateeb)).toEqual(all)

  // While the khateeb is confirmed, the list hides slots that overlap with his khutbah. It still shows a slot that starts an hour after his
  // khutbah starts.
  await confirmByInvite(masjid, khateeb, slot)
  expect(await listOpenSlots(khateeb)).toEqual([nameOfPostedSlot(other, touching)])
  expect(await listOpenSlots(rival)).toEqual(without(nameOfPostedSlot(masjid, slot)))
  await withdrawFrom(khateeb, slot)
  expect(await listOpenSlots(khateeb)).toEqual(all)

  await confirmKhateeb(masjid, rival, slot)
  expect(await listOpenSlots(khateeb)).toEqual(without(nameOfPostedSlot(masjid, slot)))
  await withdrawFrom(rival, slot)

  await requestSlot(khateeb, slot)
  await revokeRequest(khateeb, slot)
  expect(await listOpenSlots(khateeb)).toEqual(all)
  await requestSlot(khateeb, slot)
  await masjid.client.call(removeSlot, slot)
  await postSlot(masjid)
  // The new slot has the start of the removed slot, so the khateeb’s three requests to the removed slot count for it. Three is the limit.
  expect(await listOpenSlots(khateeb)).toEqual(without(nameOfPostedSlot(masjid, slot)))
})

test('the list of open slots hides slots of suspended masjids, and of masjids with a block on either side', async () => {
  const { masjid, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, places.blocked[0])
  const slots = [nameOfPostedSlot(masjid, await postSlot(masjid))]
  const pair = { masjidUid: masjid.uid, khateebUid: khateeb.uid }
  for (const side of [masjid, khateeb]) {
    await side.client.call(blockAccount, pair)
    expect(await listOpenSlots(khateeb)).toEqual([])
    await side.client.call(unblockAccount, pair)
    expect(await listOpenSlots(khateeb)).toEqual(slots)
  }
  for (const [hidden, expected] of [
    [true, []],
    [false, slots],
  ] as const) {
    await sql`update masjids set hidden = ${hidden} where uid = ${masjid.uid}`.execute(app.database.db)
    expect(await listOpenSlots(khateeb)).toEqual(expected)
  }
})

test('the list of open slots has a slot up to and including its start in the masjid’s time zone', async () => {
  const { masjid, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, places.time[0])
  const slot = await postSlot(masjid, '23:30')
  const start = instantOf(friday, '23:30', 'America/Denver')?.getTime() ?? Number.NaN
  for (const [instant, expected] of [
    [start, [nameOfPostedSlot(masjid, slot)]],
    [start + 1, []],
  ] as const) {
    // Keeps the session valid when the clock moves.
    await sql`update sessions set expires_at = 'infinity'`.execute(app.database.db)
    await app.setNow(new Date(instant).toISOString())
    expect(await listOpenSlots(khateeb)).toEqual(expected)
  }
})

test('the list of open slots is sorted by wall clock and has the right instants on days when the clocks change', async () => {
  await app.setNow('2026-09-01T12:00:00Z')
  const { masjid, khateeb } = await newMasjidAndKhateebIn(app.baseUrl, places.dst[0])
  await sql`update sessions set expires_at = 'infinity'`.execute(app.database.db)
  for (const [date, time] of [
    ['2026-11-01', '01:30'],
    ['2026-11-01', '03:00'],
    ['2027-03-14', '03:00'],
  ] as const)
    await postSlot(masjid, time, date)
  const found = await khateeb.client.call(getOpenSlots, { uid: 'me' })
  expect(found.map((it) => `${it.date} ${it.time.time} ${it.startsAt}`)).toEqual([
    '2026-11-01 01:30 2026-11-01T07:30:00.000Z',
    '2026-11-01 03:00 2026-11-01T10:00:00.000Z',
    '2027-03-14 03:00 2027-03-14T09:00:00.000Z',
  ])
})
