import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '../../contract/endpoint.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { removeMember } from '../../contract/members.ts'
import { countUnreadNews, getNews, markNewsRead, maxUnreadCount } from '../../contract/news.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, password, type TestAccount } from '../../tests/runtime/people.ts'
import { insertSessionOfPerson, withPermanentSession } from '../../tests/runtime/session.ts'
import {
  acceptInviteTo,
  approveKhateeb,
  confirmKhateeb,
  friday,
  inviteKhateeb,
  postSlot,
  rejectKhateeb,
  removeKhateebFrom,
  requestSlot,
  type Slot,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'
import { newMember, newOwner, type TestMember } from '../../tests/runtime/team.ts'

const app = await startApp()
const { db } = app.database
let owner: TestMember
let khateeb: TestAccount
let slot: Slot

beforeEach(async () => {
  owner = await newOwner(app)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(owner)
})

const newsOf = (reading: TestAccount) => reading.client.call(getNews, {})
const unreadNewsOf = (reading: TestAccount) => reading.client.call(getNews, { only: 'unread' })
const kindsOf = (news: OutputOf<typeof getNews>) => news.map(({ kind }) => kind)

async function countUnreadFor(reading: TestAccount): Promise<number> {
  return (await reading.client.call(countUnreadNews, {})).count
}

test('a request is news for its masjid, with the slot, the khateeb and the dashboard row of the request', async () => {
  const { requestId } = await requestSlot(khateeb, slot)
  const [item, ...more] = await newsOf(owner)
  expect(more).toEqual([])
  expect(item).toMatchObject({
    kind: 'request_received',
    isRead: false,
    khutbahDate: friday,
    khutbahTime: '13:00',
    timeZone: 'America/Detroit',
    masjid: { uid: owner.uid, name: owner.name },
    khateeb: { uid: khateeb.uid, name: khateeb.name },
    was: null,
    direction: null,
    reason: null,
    moved: null,
    isOpen: true,
    isConfirmed: false,
    rowId: requestId,
  })
  expect(await newsOf(khateeb)).toEqual([])
})

test('the news in the bell is paginated, newest first', async () => {
  for (const time of ['08:00', '10:00', '12:00'])
    await inviteKhateeb(owner, khateeb, await postSlot(owner, time))
  const first = await khateeb.client.page(getNews, { limit: '2' })
  const second = await khateeb.client.page(getNews, { limit: '2', cursor: first.nextCursor ?? '' })
  const times = [...first.items, ...second.items].map(({ khutbahTime }) => khutbahTime)
  expect(times).toEqual(['12:00', '10:00', '08:00'])
  expect(second.nextCursor).toBeNull()
})

describe('news in the bell', () => {
  test('about a confirmation links to the slot, and disappears when the khateeb is removed', async () => {
    await confirmKhateeb(owner, khateeb, slot)
    const [approved] = await newsOf(khateeb)
    expect(approved).toMatchObject({ kind: 'request_approved', isConfirmed: true, rowId: approved?.slotId })
    await removeKhateebFrom(owner, slot)
    expect(await newsOf(khateeb)).toMatchObject([
      { kind: 'khateeb_removed', isOpen: true, isConfirmed: false, rowId: null },
    ])
  })

  test('about an invite disappears when the invite is answered', async () => {
    await inviteKhateeb(owner, khateeb, slot)
    expect(kindsOf(await newsOf(khateeb))).toEqual(['invite_received'])
    await acceptInviteTo(khateeb, slot)
    expect(await newsOf(khateeb)).toEqual([])
    expect(await countUnreadFor(khateeb)).toBe(0)
    expect(kindsOf(await newsOf(owner))).toEqual(['invite_accepted'])
  })

  test('about a withdrawal shows its reason, until the khateeb deletes his account', async () => {
    await confirmKhateeb(owner, khateeb, slot)
    await withdrawFrom(khateeb, slot, 'My father is ill.')
    const before = await newsOf(owner)
    expect(before).toMatchObject([
      { kind: 'khateeb_withdrew', reason: 'My father is ill.', isOpen: true, rowId: before[0]?.slotId },
    ])
    await khateeb.client.call(deleteAccount, { password })
    expect(await newsOf(owner)).toMatchObject([
      { kind: 'khateeb_withdrew', reason: null, khateeb: { uid: null, name: 'Former khateeb' } },
    ])
  })

  test('about each withdrawal of a khateeb from a slot shows its own reason', async () => {
    for (const reason of ['I am traveling.', 'My father is ill.']) {
      await confirmKhateeb(owner, khateeb, slot)
      await withdrawFrom(khateeb, slot, reason)
    }
    expect((await newsOf(owner)).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['khateeb_withdrew', 'My father is ill.'],
      ['khateeb_withdrew', 'I am traveling.'],
    ])
  })

  test('about a removed slot links to no dashboard row', async () => {
    await confirmKhateeb(owner, khateeb, slot)
    await owner.client.call(removeSlot, slot)
    expect(await newsOf(khateeb)).toMatchObject([
      { kind: 'slot_removed', was: 'confirmed', isOpen: false, rowId: null },
    ])
  })

  test('about a moved masjid shows what changed, and links to the slot on which the khateeb should act first', async () => {
    await requestSlot(khateeb, slot)
    const later = await postSlot(owner, '16:00')
    await confirmKhateeb(owner, khateeb, later)
    await owner.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    const [moved] = await newsOf(khateeb)
    expect(moved).toMatchObject({
      kind: 'masjid_moved',
      khutbahTime: '16:00',
      moved: { address: true, timeZone: true },
      awaitsReconfirmation: true,
      rowId: moved?.slotId,
    })
    await withdrawFrom(khateeb, later)
    expect(await newsOf(khateeb)).toMatchObject([{ kind: 'masjid_moved', khutbahTime: '13:00' }])
  })

  test('about an approval has the number of the khateeb’s proposals that the approval closed', async () => {
    const other = await newOwner(app)
    await requestSlot(khateeb, await postSlot(other))
    await requestSlot(khateeb, slot)
    await approveKhateeb(owner, khateeb, slot)
    expect(await newsOf(khateeb)).toMatchObject([{ kind: 'request_approved', closedCount: 1 }])
    expect(await newsOf(other)).toMatchObject([{ kind: 'khateeb_booked_elsewhere', direction: 'request' }])
  })

  test('about a slot that has begun is not listed or counted', async () => {
    const reading = await withPermanentSession(app, khateeb)
    await inviteKhateeb(owner, khateeb, slot)
    await app.setNow(`${friday}T18:01:00Z`)
    expect(await newsOf(reading)).toEqual([])
    expect(await countUnreadFor(reading)).toBe(0)
    await app.setNow(null)
  })
})

describe('marking news as read', () => {
  test('counts on all of the member’s devices, but not for other members', async () => {
    const viewer = await newMember(app, owner, 'viewer')
    await requestSlot(khateeb, slot)
    const [item] = await newsOf(viewer)
    const newsId = item?.newsId ?? ''
    expect(await viewer.client.call(markNewsRead, { newsId, andOlder: false })).toEqual({ changed: true })
    expect(await viewer.client.call(markNewsRead, { newsId, andOlder: false })).toEqual({ changed: false })
    const { token } = await insertSessionOfPerson(app.database, viewer.personId)
    const otherDevice = { ...viewer, client: app.client(token) }
    expect(await countUnreadFor(otherDevice)).toBe(0)
    expect(await unreadNewsOf(otherDevice)).toEqual([])
    expect(await newsOf(otherDevice)).toMatchObject([{ newsId, isRead: true }])
    expect(await countUnreadFor(owner)).toBe(1)
    expect(await newsOf(owner)).toMatchObject([{ newsId, isRead: false }])
  })

  test('is possible for one piece, or for one piece with all older news', async () => {
    for (const time of ['08:00', '10:00', '12:00']) await requestSlot(khateeb, await postSlot(owner, time))
    const [newest, middle] = await newsOf(owner)
    await owner.client.call(markNewsRead, { newsId: middle?.newsId ?? '', andOlder: false })
    expect(await countUnreadFor(owner)).toBe(2)
    await owner.client.call(markNewsRead, { newsId: middle?.newsId ?? '', andOlder: true })
    expect(await unreadNewsOf(owner)).toMatchObject([{ newsId: newest?.newsId }])
  })

  test('is not necessary for news from before the member joined', async () => {
    await requestSlot(khateeb, slot)
    const viewer = await newMember(app, owner, 'viewer')
    expect(await countUnreadFor(viewer)).toBe(0)
    expect(await newsOf(viewer)).toMatchObject([{ isRead: true }])
    await rejectKhateeb(owner, khateeb, slot)
    await requestSlot(khateeb, slot)
    expect(await countUnreadFor(viewer)).toBe(1)
  })

  test('leaves no rows in the database after the membership has ended', async () => {
    const viewer = await newMember(app, owner, 'viewer')
    await requestSlot(khateeb, slot)
    const [item] = await newsOf(viewer)
    await viewer.client.call(markNewsRead, { newsId: item?.newsId ?? '', andOlder: false })
    await owner.client.call(removeMember, { password, personId: viewer.personId })
    const reads = db.selectFrom('news_reads').where('person_id', '=', viewer.personId).select('news_id')
    expect(await reads.execute()).toEqual([])
  })

  test('is refused for news of another party (404)', async () => {
    const other = await newOwner(app)
    await requestSlot(khateeb, slot)
    const [item] = await newsOf(owner)
    const marking = other.client.call(markNewsRead, { newsId: item?.newsId ?? '', andOlder: true })
    await expect(marking).rejects.toMatchObject({ status: 404 })
  })
})

test('the count of unread news is at most a hundred', async () => {
  await requestSlot(khateeb, slot)
  await sql`insert into news (party_uid, kind, props)
    select party_uid, kind, props from news, generate_series(1, 150) where party_uid = ${owner.uid}`.execute(
    db,
  )
  expect(await countUnreadFor(owner)).toBe(maxUnreadCount)
})
