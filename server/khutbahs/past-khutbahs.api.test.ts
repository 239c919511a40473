import { describe, expect } from 'vitest'
import { deleteAccount } from '../../contract/identity.ts'
import { addKhutbah, getMyKhutbahs, getPastKhutbahs } from '../../contract/khutbahs.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import { confirmKhateeb, friday, postSlot } from '../../tests/runtime/slots.ts'
import { testWithPeople } from '../../tests/runtime/test-with-people.ts'

const app = await startApp()
const test = testWithPeople(app)

const minute = 60_000
/** 13:00 on a Friday in December, in Michigan. */
const start = Date.parse(`${friday}T18:00:00Z`)

const setNow = (instant: number) => app.setNow(new Date(instant).toISOString())
const withLongSession = (person: TestAccount) => withPermanentSession(app, person)
const history = ({ client }: TestAccount) => client.call(getPastKhutbahs, { uid: 'me' })

/** Returns the lists in which a khateeb finds his khutbah: upcoming, under way or past. */
async function listsOf({ client }: TestAccount) {
  const upcoming = await client.call(getMyKhutbahs, { khateebUid: 'me' })
  const { underWay } = await client.call(getUser, { uid: 'me' })
  const { khutbahs: past } = await client.call(getPastKhutbahs, { uid: 'me' })
  const lists = { upcoming, underWay, past }
  return Object.entries(lists).flatMap(([list, khutbahs]) => khutbahs.map(() => list))
}

async function slotsUnderWayOf({ client }: TestAccount) {
  const { underWay } = await client.call(getMasjid, { uid: 'me' })
  return underWay.map(({ date, time, khateeb }) => `${date} ${time.time} ${khateeb}`)
}

test('a confirmed slot is upcoming until it begins, then under way for 60 minutes, then in its khateeb’s history', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const [here, there] = [await withLongSession(masjid), await withLongSession(khateeb)]
  const shown = `${friday} 13:00 ${khateeb.name}`
  for (const [instant, list, seenByMasjid] of [
    [start, 'upcoming', []],
    [start + 1, 'underWay', [shown]],
    [start + 60 * minute - 1, 'underWay', [shown]],
    [start + 60 * minute, 'past', []],
  ] as const) {
    await setNow(instant)
    expect(await listsOf(there)).toEqual([list])
    expect(await slotsUnderWayOf(here)).toEqual(seenByMasjid)
  }
  await app.setNow(null)
})

describe('a khutbah under way', () => {
  test('shows its khateeb the masjid’s address and phone', async ({ masjid, khateeb, slot }) => {
    await confirmKhateeb(masjid, khateeb, slot)
    const there = await withLongSession(khateeb)
    await setNow(start + minute)
    const { underWay } = await there.client.call(getUser, { uid: 'me' })
    expect(underWay).toMatchObject([
      {
        masjidName: masjid.name,
        contact: { masjidAddress: '1 Main Street', stateCode: 'MI', zipCode: '48126', phone: '3135550100' },
      },
    ])
    await app.setNow(null)
  })

  test('hides the address and phone of a suspended masjid', async ({ masjid, khateeb, slot }) => {
    await confirmKhateeb(masjid, khateeb, slot)
    const there = await withLongSession(khateeb)
    const { db } = app.database
    await db.updateTable('parties').set({ suspended_at: new Date() }).where('uid', '=', masjid.uid).execute()
    await setNow(start + minute)
    const { underWay } = await there.client.call(getUser, { uid: 'me' })
    expect(underWay).toMatchObject([{ masjidSuspended: true, contact: null }])
    await app.setNow(null)
  })

  test('is not in the khateeb’s lists if the masjid deleted its account before the start', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    await confirmKhateeb(masjid, khateeb, slot)
    await masjid.client.call(deleteAccount, { password })
    const there = await withLongSession(khateeb)
    await setNow(start + minute)
    expect(await listsOf(there)).toEqual([])
    await app.setNow(null)
  })
})

test('a khateeb’s history is paginated, newest first, and counts his khutbahs in each year', async ({
  khateeb,
}) => {
  const masjid = await newMasjid(app.baseUrl)
  const dates = ['2026-12-18', '2026-12-25', '2027-01-01']
  await app.setNow('2026-12-14T12:00:00Z')
  const [here, there] = [await withLongSession(masjid), await withLongSession(khateeb)]
  for (const date of dates) {
    await here.client.call(addKhutbah, { masjidUid: 'me', date, times: ['22:30'] })
    await confirmKhateeb(here, there, { masjidUid: masjid.uid, khutbahDate: date, khutbahTime: '22:30' })
  }
  await app.setNow('2027-01-02T12:00:00Z')
  const years = [
    { year: 2027, count: 1 },
    { year: 2026, count: 2 },
  ]
  const first = await there.client.page(getPastKhutbahs, { uid: 'me', limit: '2' })
  const cursor = first.nextCursor ?? ''
  const second = await there.client.page(getPastKhutbahs, { uid: 'me', limit: '2', cursor })
  expect([first.items.years, second.items.years]).toEqual([years, years])
  const pages = [first, second].map(({ items }) => items.khutbahs.map((it) => it.date))
  expect(pages).toEqual([['2027-01-01', '2026-12-25'], ['2026-12-18']])
  expect(second.nextCursor).toBeNull()
  expect(first.items.khutbahs[0]).toMatchObject({
    time: { time: '22:30' },
    masjid: { uid: masjid.uid, name: masjid.name },
    city: 'Dearborn',
  })
  await here.client.call(deleteAccount, { password })
  const { khutbahs } = await history(there)
  expect(khutbahs.map((it) => it.masjid)).toEqual(dates.map(() => ({ uid: null, name: 'Former masjid' })))
  await app.setNow(null)
})

test('a khateeb’s history omits the khutbahs of other khateebs', async ({ masjid, khateeb, rival }) => {
  await confirmKhateeb(masjid, rival, await postSlot(masjid))
  const there = await withLongSession(khateeb)
  await setNow(start + 60 * minute)
  expect(await history(there)).toEqual({ years: [], khutbahs: [] })
  await app.setNow(null)
})
