import { beforeEach, expect, test } from 'vitest'
import { updateAvailability } from '../../contract/availability.ts'
import { blockAccount } from '../../contract/blocks.ts'
import { getKhateebsForSlot } from '../../contract/directory.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { markKhateeb } from '../../contract/our-khateebs.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { insertKhateebs } from '../../tests/runtime/insert-people.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { readPages } from '../../tests/runtime/read-pages.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  requestSlot,
  revokeInviteOf,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let slot: Slot
beforeEach(async () => {
  await app.database.db.deleteFrom('khateebs').execute()
  masjid = await newMasjid(app.baseUrl)
  slot = await postSlot(masjid)
})

const newKhateebInDearborn = () => newKhateeb(app.baseUrl)
const newKhateebInAnnArbor = () => newKhateeb(app.baseUrl, { zipCode: '48104' })
const newKhateebInLansing = (lastName: string) => newKhateeb(app.baseUrl, { zipCode: '48901', lastName })

function set(who: TestAccount, settings: Omit<RawInputOf<typeof updateAvailability>, 'uid'>) {
  return who.client.call(updateAvailability, { uid: 'me', ...settings })
}

type Query = Omit<RawInputOf<typeof getKhateebsForSlot>, 'uid' | 'slotId'>

async function pageFor(query: Query = {}) {
  const { slotId } = await slotSeenBy(masjid, slot)
  return masjid.client.page(getKhateebsForSlot, { uid: 'me', slotId, ...query })
}

async function list(query: Query = {}) {
  return (await pageFor(query)).items
}

/** Returns the list as lines of `uid status reason`. */
async function summary(query: Query = {}): Promise<string[]> {
  const { khateebs } = await list(query)
  return khateebs.map(
    ({ uid, availability, cannotInvite }) =>
      `${uid} ${availability.status} ${cannotInvite ?? 'may be invited'}`,
  )
}

test('the list of khateebs for a slot is sorted by availability (free, beyond their limits, away or booked), then by distance', async () => {
  const booked = await newKhateebInDearborn()
  const other = await newMasjid(app.baseUrl)
  await confirmKhateeb(other, booked, await postSlot(other, '13:30'))
  const away = await newKhateebInAnnArbor()
  await set(away, { awayDates: [friday] })
  const full = await newKhateebInDearborn()
  await set(full, { maxAMonth: 1 })
  await confirmKhateeb(masjid, full, await postSlot(masjid, '13:00', fridayAfter(1)))
  const [far, near] = [await newKhateebInAnnArbor(), await newKhateebInDearborn()]
  expect(await summary()).toEqual([
    `${near.uid} free may be invited`,
    `${far.uid} free may be invited`,
    `${full.uid} beyond_limits may be invited`,
    `${booked.uid} away khateeb_busy`,
    `${away.uid} away khateeb_unavailable`,
  ])
  expect(await list()).toMatchObject({ count: 5, freeCount: 2 })
})

test('a khateeb with a khutbah at a distant masjid two hours later is not listed as free, and the list does not reveal that masjid', async () => {
  const khateeb = await newKhateebInDearborn()
  const far = await newMasjid(app.baseUrl, { zipCode: '48901' })
  await confirmKhateeb(far, khateeb, await postSlot(far, '15:00'))
  const result = await list()
  expect(result.khateebs).toMatchObject([
    { availability: { status: 'beyond_limits', rules: ['hard_to_reach'] }, cannotInvite: null },
  ])
  expect(JSON.stringify(result)).not.toMatch(/Lansing|masjidUid/u)
})

test('the list of khateebs for a slot marks who is invited, who has requested the slot, and who has been invited three times', async () => {
  const [invited, asking, pressed] = [
    await newKhateebInDearborn(),
    await newKhateebInAnnArbor(),
    await newKhateebInAnnArbor(),
  ]
  await inviteKhateeb(masjid, invited, slot)
  await requestSlot(asking, slot)
  for (let i = 0; i < 3; i++) {
    await inviteKhateeb(masjid, pressed, slot)
    await revokeInviteOf(masjid, pressed, slot)
  }
  expect(new Set(await summary())).toEqual(
    new Set([
      `${invited.uid} free already_invited`,
      `${asking.uid} free already_requested`,
      `${pressed.uid} free too_many_proposals`,
    ]),
  )
})

test('the list of khateebs for a slot has distances, languages and last dates at the masjid, but no phones and no dates away', async () => {
  const khateeb = await newKhateebInAnnArbor()
  await set(khateeb, { languages: ['ar', 'en'], awayDates: [fridayAfter(40)] })
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(1)))
  expect((await list()).khateebs).toMatchObject([
    { languages: ['ar', 'en'], lastHere: null, emailVerified: false },
  ])
  const past = await postSlot(masjid, '13:00', fridayAfter(2))
  await confirmKhateeb(masjid, khateeb, past)
  const { slotId } = await slotSeenBy(masjid, past)
  await app.database.db
    .updateTable('slots')
    .set({ date: '2020-01-03', starts_at: new Date('2020-01-03T18:00:00Z') })
    .where('id', '=', slotId)
    .execute()
  const result = await list()
  expect(result.khateebs).toMatchObject([{ lastHere: '2020-01-03', city: 'Ann Arbor' }])
  expect(result.khateebs[0]?.distance).toBeGreaterThan(20)
  expect(Object.keys(result.khateebs[0] ?? {})).not.toContain('phone')
  expect(JSON.stringify(result)).not.toContain(fridayAfter(40))
})

test('a search for khateebs for a slot finds khateebs at any distance', async () => {
  await newKhateebInDearborn()
  const far = await newKhateebInLansing('Nasirwala')
  expect((await list()).count).toBe(1)
  expect(await summary({ q: 'nasirwala' })).toEqual([`${far.uid} free may be invited`])
  expect((await list({ q: 'nasirola' })).khateebs).toMatchObject([{ uid: far.uid, isSuggestion: true }])
})

test('the list of khateebs for a slot leaves out khateebs with a block on either side', async () => {
  const [kept, blocked, blocking] = [
    await newKhateebInDearborn(),
    await newKhateebInDearborn(),
    await newKhateebInDearborn(),
  ]
  await masjid.client.call(blockAccount, { masjidUid: 'me', khateebUid: blocked.uid })
  await blocking.client.call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
  expect(await summary()).toEqual([`${kept.uid} free may be invited`])
})

test('the pages of khateebs for a slot have each khateeb once, in the order of the whole list', async () => {
  const people = [
    await newKhateebInAnnArbor(),
    await newKhateebInDearborn(),
    await newKhateebInDearborn(),
    await newKhateebInAnnArbor(),
    await newKhateebInDearborn(),
  ]
  await set(people[1] ?? masjid, { awayDates: [friday] })
  const whole = await summary()
  const pages = await readPages((from) => pageFor({ limit: '2', ...from }))
  const uids = pages.flatMap((it) => it.khateebs.map(({ uid }) => uid))
  expect(uids).toEqual(whole.map((it) => it.split(' ')[0]))
  expect(uids).toHaveLength(5)
})

test('the list of khateebs for a slot has approved khateebs first, at any distance, then all nearby khateebs, even more than 200', async () => {
  await insertKhateebs(app.database, 230)
  const [far, approved] = [await newKhateebInAnnArbor(), await newKhateebInLansing('Nasirwala')]
  await masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: approved.uid, mark: 'approved' })
  const pages = await readPages((from) => pageFor({ limit: '100', ...from }))
  expect(pages[0]).toMatchObject({ count: 201, freeCount: 201, areMore: true })
  expect(pages[0]?.khateebs[0]).toMatchObject({ uid: approved.uid, approved: true, cannotInvite: null })
  expect(pages.map((it) => it.khateebs.length)).not.toContain(0)
  const listed = pages.flatMap((it) => it.khateebs.map(({ uid }) => uid))
  expect(listed.at(-1)).toBe(far.uid)
  expect(listed).toHaveLength(232)
  expect(new Set(listed).size).toBe(232)
})

test('a masjid cannot list khateebs for the slot of another masjid', async () => {
  const other = await newMasjid(app.baseUrl)
  const { slotId } = await slotSeenBy(masjid, slot)
  await expect(other.client.call(getKhateebsForSlot, { uid: 'me', slotId })).rejects.toMatchObject({
    code: 'not_found',
  })
})
