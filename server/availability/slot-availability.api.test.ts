import { beforeEach, describe, expect, test } from 'vitest'
import { updateAvailability } from '../../contract/availability.ts'
import { getKhateebDetails, getKhateebs, getMasjidDetails } from '../../contract/directory.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { getMasjid } from '../../contract/own-records.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { insertKhateebs } from '../../tests/runtime/insert-people.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'

let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
const app = await startApp()
beforeEach(async () => {
  await app.database.db.deleteFrom('khateebs').execute()
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
})

function set(who: TestAccount, settings: Omit<RawInputOf<typeof updateAvailability>, 'uid'>) {
  return who.client.call(updateAvailability, { uid: 'me', ...settings })
}

async function idOf({ khutbahDate, khutbahTime }: Slot): Promise<string> {
  const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
  const times = khutbahs.find(({ date }) => date === khutbahDate)?.times
  return times?.find(({ time }) => time.time === khutbahTime)?.slotId ?? ''
}

/** Returns the masjid’s list of khateebs for the slot. */
async function list() {
  const query = { near: 'me', limit: '10', slotIds: await idOf(slot) }
  const found = await masjid.client.call(getKhateebs, query)
  return found.map(({ uid, availability: [its] = [] }) => ({ uid, status: its?.status, rules: its?.rules }))
}

/** Returns the slot as `who` sees it in the masjid’s details, with the limits of `who`. */
async function slotFor(who: TestAccount) {
  const { khutbahs, yourLimits } = await who.client.call(getMasjidDetails, { masjidId: masjid.uid })
  return { ...khutbahs.find(({ date }) => date === friday)?.times[0], yourLimits }
}

/** Returns the expected availability for two slots with these statuses. */
const statusesOf = (first: string, second: string) => [
  expect.objectContaining({ slotId: expect.any(String), status: first }),
  expect.objectContaining({ slotId: expect.any(String), status: second }),
]

describe('a masjid’s list of khateebs for a slot', () => {
  test('has free khateebs first, and gives the reasons why the others are not free', async () => {
    // This khateeb is closer than the free khateebs, but he is away.
    await set(khateeb, { awayDates: [friday], maxMiles: 500 })
    const limited = await newKhateeb(app.baseUrl)
    await set(limited, { maxAMonth: 1, weeksBetween: 3 })
    const earlier = await postSlot(masjid, '13:00', fridayAfter(1))
    await confirmKhateeb(masjid, limited, earlier)
    const annArbor = await newKhateeb(app.baseUrl, { zipCode: '48104' })
    const lansing = await newKhateeb(app.baseUrl, { zipCode: '48901' })
    await set(lansing, { maxMiles: 40 })
    const found = await list()
    expect(found[0]).toEqual({ uid: annArbor.uid, status: 'free', rules: [] })
    expect(new Set(found.slice(1))).toEqual(
      new Set([
        { uid: khateeb.uid, status: 'away', rules: ['away'] },
        { uid: limited.uid, status: 'beyond_limits', rules: ['month_full', 'too_soon'] },
        { uid: lansing.uid, status: 'beyond_limits', rules: ['too_far'] },
      ]),
    )
  })

  test('marks as booked a khateeb who is confirmed at another masjid at the hour of the slot', async () => {
    const other = await newMasjid(app.baseUrl)
    await confirmKhateeb(other, khateeb, await postSlot(other, '13:30'))
    expect(await list()).toEqual([{ uid: khateeb.uid, status: 'away', rules: ['booked'] }])
  })

  test('has each khateeb once over all pages, even if one of them is away', async () => {
    await set(khateeb, { awayDates: [friday] })
    const others = [await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl)]
    const query = { near: 'me', limit: '2', slotIds: await idOf(slot) }
    const first = await masjid.client.page(getKhateebs, query)
    const second = await masjid.client.page(getKhateebs, { ...query, cursor: first.nextCursor ?? '' })
    const uids = [...first.items, ...second.items].map(({ uid }) => uid)
    expect(uids.toSorted()).toEqual([khateeb.uid, ...others.map(({ uid }) => uid)].toSorted())
  })

  test('begins with the khateebs who are free for the most of the given slots, and ignores slots of another masjid', async () => {
    const later = await postSlot(masjid, '13:00', fridayAfter(1))
    const other = await newMasjid(app.baseUrl)
    const { slotId: foreignId } = await slotSeenBy(other, await postSlot(other))
    const [away, gone] = [khateeb, await newKhateeb(app.baseUrl)]
    await set(away, { awayDates: [friday] })
    await set(gone, { awayDates: [friday, fridayAfter(1)] })
    const annArbor = await newKhateeb(app.baseUrl, { zipCode: '48104' })
    const slotIds = [await idOf(later), foreignId, await idOf(slot)].join(',')
    const found = await masjid.client.call(getKhateebs, { near: 'me', limit: '10', slotIds })
    expect(found.map(({ uid, availability }) => ({ uid, availability }))).toEqual([
      { uid: annArbor.uid, availability: statusesOf('free', 'free') },
      { uid: away.uid, availability: statusesOf('away', 'free') },
      { uid: gone.uid, availability: statusesOf('away', 'away') },
    ])
    expect(found[0]?.availability?.map(({ slotId }) => slotId)).toEqual([await idOf(slot), await idOf(later)])
    const onlyForeign = { near: 'me', slotIds: foreignId }
    await expect(masjid.client.call(getKhateebs, onlyForeign)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is paginated even if the query has only slot ids', async () => {
    await insertKhateebs(app.database, 20)
    const found = await masjid.client.page(getKhateebs, { slotIds: await idOf(slot) })
    expect(found.items).toHaveLength(20)
    expect(found.nextCursor).not.toBeNull()
  })

  test('can be read without slot ids, but not with the id of another masjid’s slot', async () => {
    expect(await masjid.client.call(getKhateebs, { near: 'me' })).toMatchObject([{ uid: khateeb.uid }])
    const other = await newMasjid(app.baseUrl)
    const query = { near: 'me', slotIds: await idOf(slot) }
    await expect(other.client.call(getKhateebs, query)).rejects.toMatchObject({ code: 'not_found' })
    await expect(khateeb.client.call(getKhateebs, query)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a khateeb’s details', () => {
  test('show whether he is free for each open slot of the calling masjid, but not his dates away', async () => {
    const later = await postSlot(masjid, '13:00', fridayAfter(2))
    await set(khateeb, { awayDates: [friday, fridayAfter(40)], languages: ['ar', 'en'] })
    const details = await masjid.client.call(getKhateebDetails, { id: khateeb.uid })
    expect(details.availability).toEqual([
      { slotId: await idOf(slot), status: 'away', rules: ['away'] },
      { slotId: await idOf(later), status: 'free', rules: [] },
    ])
    expect(details.languages).toEqual(['ar', 'en'])
    expect(JSON.stringify(details)).not.toContain(fridayAfter(40))
    const rival = await newKhateeb(app.baseUrl)
    expect((await rival.client.call(getKhateebDetails, { id: khateeb.uid })).availability).toEqual([])
  })
})

describe('a masjid’s details', () => {
  test('show a khateeb which of his own limits a slot exceeds, and still let him request the slot', async () => {
    const far = await newKhateeb(app.baseUrl, { zipCode: '48901' })
    await set(far, { awayDates: [friday], maxMiles: 40 })
    const seen = await slotFor(far)
    expect(seen).toMatchObject({ canRequest: true, beyondYourLimits: ['away', 'too_far'] })
    expect(seen.yourLimits).toMatchObject({ maxMiles: 40, maxAMonth: null, weeksBetween: null })
    expect(seen.yourLimits?.miles).toBeGreaterThan(60)
  })

  test('count a khateeb’s confirmed khutbahs toward his monthly maximum and his minimum gap', async () => {
    const next = await postSlot(masjid, '13:00', fridayAfter(1))
    await confirmKhateeb(masjid, khateeb, next)
    await set(khateeb, { maxAMonth: 1, weeksBetween: 2 })
    expect(await slotFor(khateeb)).toMatchObject({ beyondYourLimits: ['month_full', 'too_soon'] })
  })

  test('show a khateeb’s own limits beside his invite, but show them to no other user', async () => {
    await inviteKhateeb(masjid, khateeb, slot)
    await set(khateeb, { awayDates: [friday] })
    expect(await slotFor(khateeb)).toMatchObject({ standing: 'invited', beyondYourLimits: ['away'] })
    expect(await slotFor(masjid)).toMatchObject({ beyondYourLimits: [], yourLimits: null })
    expect(await slotFor(await newKhateeb(app.baseUrl))).toMatchObject({ beyondYourLimits: [] })
  })
})
