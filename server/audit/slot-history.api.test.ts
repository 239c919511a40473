import { describe, expect, test } from 'vitest'
import { getSlotHistory } from '../../contract/audit.ts'
import { addMasjid, becomeKhateeb, deleteAccount } from '../../contract/identity.ts'
import { changeName, leaveMasjid } from '../../contract/members.ts'
import { approveRequest, requestToLead } from '../../contract/proposals.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import {
  approveKhateeb,
  confirmKhateeb,
  friday,
  fridayAfter,
  fridayInJune,
  postSlot,
  requestSlot,
  saturdayInJune,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'
import { newMember, newOwner } from '../../tests/runtime/team.ts'

const app = await startApp()

test('the slot history lists who did what and when, newest first, with pages and a filter by slot', async () => {
  const masjid = await newMasjid(app.baseUrl)
  const khateeb = await newKhateeb(app.baseUrl)
  const slot = await postSlot(masjid)
  await app.setNow(`${fridayInJune}T02:00:00Z`)
  const here = await withPermanentSession(app, masjid)
  await postSlot(here, '14:15', fridayAfter(1))
  await postSlot(here, '14:15')
  const there = await withPermanentSession(app, khateeb)
  await requestSlot(there, slot)
  await approveKhateeb(here, khateeb, slot)
  await app.setNow(null)
  const { slotId } = await slotSeenBy(masjid, slot)
  const history = await masjid.client.call(getSlotHistory, { uid: 'me', slotId })
  const confirmed = { uid: khateeb.uid, name: khateeb.name }
  const named = { khutbahDate: friday, khutbahTime: '13:00' }
  expect(history).toMatchObject([
    {
      ...named,
      at: `${fridayInJune}T02:00:00.000Z`,
      wallClock: { date: addDays(fridayInJune, -1), time: '22:00' },
      event: 'request_accepted',
      by: { role: 'masjid', name: masjid.email, isCaller: true },
      khateeb: confirmed,
    },
    {
      event: 'request_sent',
      by: { role: 'khateeb', name: khateeb.name, isCaller: false },
      khateeb: confirmed,
    },
    { event: 'slot_posted', by: { role: 'masjid', isCaller: true }, khateeb: null },
  ])
  const first = await masjid.client.page(getSlotHistory, { uid: 'me', limit: '3' })
  const cursor = first.nextCursor ?? ''
  const second = await masjid.client.page(getSlotHistory, { uid: 'me', limit: '3', cursor })
  const dates = [...first.items, ...second.items].map((it) => it.khutbahDate)
  expect(dates).toEqual([friday, friday, friday, fridayAfter(1), friday])
  expect(second.nextCursor).toBeNull()
})

test("the slot history omits other masjids' slots", async () => {
  await postSlot(await newMasjid(app.baseUrl))
  const other = await newMasjid(app.baseUrl)
  expect(await other.client.call(getSlotHistory, { uid: 'me' })).toEqual([])
})

/** Returns the newest entry, as a member sees it. */
const newestEntryFor = async ({ client }: TestAccount) =>
  (await client.call(getSlotHistory, { uid: 'me', limit: '1' }))[0]

describe('the slot history', () => {
  test('names the member who acted for the masjid, and marks acts of the caller', async () => {
    const owner = await newOwner(app)
    const aisha = await newMember(app, owner, 'scheduler', 'Aisha Rahman')
    await postSlot(aisha)
    const by = { role: 'masjid', name: 'Aisha Rahman' }
    expect(await newestEntryFor(owner)).toMatchObject({ by: { ...by, isCaller: false } })
    expect(await newestEntryFor(aisha)).toMatchObject({ by: { ...by, isCaller: true } })
    await aisha.client.call(changeName, { name: 'Aisha Khan' })
    expect(await newestEntryFor(owner)).toMatchObject({ by: { name: 'Aisha Khan' } })
  })

  test('shows the email of a member without a name, and neither name nor email of a former member without a name', async () => {
    const owner = await newOwner(app)
    const other = await newMember(app, owner, 'owner')
    await postSlot(owner)
    expect(await newestEntryFor(other)).toMatchObject({ by: { name: owner.email } })
    await owner.client.call(addMasjid, {
      masjidName: 'Another masjid',
      masjidAddress: '2 Main Street',
      phone: '(313) 555-0101',
      zipCode: '48126',
    })
    await owner.client.call(leaveMasjid, { password })
    expect(await newestEntryFor(other)).toMatchObject({ by: { role: 'masjid', name: null, isCaller: false } })
  })

  test('marks an approval by a member who is also the khateeb of the request', async () => {
    const [owner, other] = [await newOwner(app), await newKhateeb(app.baseUrl)]
    const { uid } = await owner.client.call(becomeKhateeb, {
      firstName: 'Omar',
      lastName: 'Farooq',
      phone: '(313) 555-0102',
      zipCode: '48126',
    })
    const slot = await postSlot(owner)
    await requestSlot(other, slot)
    await owner.client.call(requestToLead, { khateebId: uid, ...slot })
    await owner.client.call(approveRequest, { requesterId: uid, ...slot })
    const history = await owner.client.call(getSlotHistory, { uid: owner.uid })
    const own = history.filter(({ by }) => by.isOwnKhateeb)
    expect(own).toMatchObject([
      { event: 'request_accepted', by: { role: 'masjid', name: 'Omar Farooq' }, khateeb: { uid } },
    ])
    // The other entries are not marked: the member sent his own request as a khateeb, not as a member, and the closed request was another
    // khateeb's.
    expect(history.map(({ event }) => event).toSorted()).toEqual([
      'request_accepted',
      'request_closed',
      'request_sent',
      'request_sent',
      'slot_posted',
    ])
  })

  test('does not name a member whose account was deleted', async () => {
    const owner = await newOwner(app)
    const aisha = await newMember(app, owner, 'scheduler')
    await postSlot(aisha)
    await aisha.client.call(deleteAccount, { password })
    expect(await newestEntryFor(owner)).toMatchObject({ by: { role: 'masjid', name: null } })
  })

  test('does not name the member of another masjid that booked the khateeb at an overlapping hour', async () => {
    const [here, there] = [await newOwner(app), await newOwner(app)]
    await there.client.call(changeName, { name: 'Bilal Rahman' })
    const khateeb = await newKhateeb(app.baseUrl)
    await requestSlot(khateeb, await postSlot(here))
    await confirmKhateeb(there, khateeb, await postSlot(there, '13:30'))
    expect(await newestEntryFor(here)).toMatchObject({
      event: 'request_closed',
      by: { role: 'other_masjid', name: null, isCaller: false },
    })
  })
})

test('each entry of the slot history has the number of days since then, counted in the masjid’s time zone', async () => {
  const masjid = await withPermanentSession(app, await newMasjid(app.baseUrl))
  // Thursday 11:30 PM in Dearborn.
  await app.setNow(`${fridayInJune}T03:30:00Z`)
  await postSlot(masjid)
  const daysAgoAt = async (now: string) => {
    await app.setNow(now)
    const [entry] = await masjid.client.call(getSlotHistory, { uid: 'me' })
    return entry?.wallClock.daysAgo
  }
  expect(await daysAgoAt(`${fridayInJune}T03:59:00Z`)).toBe(0)
  expect(await daysAgoAt(`${fridayInJune}T04:00:00Z`)).toBe(1)
  expect(await daysAgoAt(`${saturdayInJune}T04:00:00Z`)).toBe(2)
  await app.setNow(null)
})
