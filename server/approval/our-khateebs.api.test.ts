import { beforeEach, describe, expect, test } from 'vitest'
import { blockAccount } from '../../contract/blocks.ts'
import {
  getKhateebDetails,
  getKhateebs,
  getKhateebsForSlot,
  getMasjidDetails,
  getMasjids,
  getOpenSlots,
} from '../../contract/directory.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { deleteAccount, exportData } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import {
  askForApproval,
  changeApprovedOnly,
  getOurKhateebs,
  markKhateeb,
} from '../../contract/our-khateebs.ts'
import { inviteKhateebs } from '../../contract/proposals.ts'
import { insertMember } from '../../tests/runtime/add-member.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { setClock } from '../../tests/runtime/clock.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { queuedLetters } from '../../tests/runtime/queued-letters.ts'
import { insertSessionOfPerson, withPermanentSession } from '../../tests/runtime/session.ts'
import {
  acceptInviteTo,
  approveKhateeb,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
beforeEach(async () => {
  await setClock(app.database, null)
  await app.database.reader.deleteFrom('khateebs').execute()
  masjid = await withPermanentSession(app, await newMasjid(app.baseUrl))
  khateeb = await withPermanentSession(app, await newKhateeb(app.baseUrl))
  slot = await postSlot(masjid)
})

type Changes = Pick<RawInputOf<typeof markKhateeb>, 'mark' | 'note'>

const mark = (changes: Changes, who = khateeb) =>
  masjid.client.call(markKhateeb, { masjidUid: 'me', khateebUid: who.uid, ...changes })
const setApprovedOnly = (approvedOnly = true) =>
  masjid.client.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly })
const list = (query: Omit<RawInputOf<typeof getOurKhateebs>, 'uid'> = {}) =>
  masjid.client.call(getOurKhateebs, { uid: 'me', ...query })
const refusal = (code: string) => ({ status: 409, code })

/** Returns what a khateeb sees of the masjid’s first slot: whether he can request it, and why not. */
async function fetchFirstSlot(who = khateeb) {
  const { approvedOnly, khutbahs } = await who.client.call(getMasjidDetails, { masjidId: masjid.uid })
  const [{ canRequest, cannotRequest } = { canRequest: null, cannotRequest: null }] = khutbahs[0]?.times ?? []
  return { approvedOnly, canRequest, cannotRequest }
}

/**
 * Returns the number of the masjid’s slots in the khateeb’s list of open slots, and the number of the masjid’s cards in his list of masjids
 * with open slots.
 */
async function countOffers(who = khateeb) {
  const open = await who.client.call(getOpenSlots, { uid: 'me' })
  const cards = await who.client.call(getMasjids, { near: 'me', openSlots: 'only' })
  return [
    open.filter(({ masjidUid }) => masjidUid === masjid.uid).length,
    cards.filter(({ uid }) => uid === masjid.uid).length,
  ]
}

describe('a masjid that takes only approved khateebs', () => {
  test('takes requests from approved khateebs; other khateebs are refused and see that approval is needed', async () => {
    expect(await setApprovedOnly()).toEqual({ changed: true })
    expect(await setApprovedOnly()).toEqual({ changed: false })
    await expect(requestSlot(khateeb, slot)).rejects.toMatchObject(refusal('approval_needed'))
    expect(await fetchFirstSlot()).toEqual({
      approvedOnly: true,
      canRequest: false,
      cannotRequest: 'approval_needed',
    })
    expect(await countOffers()).toEqual([0, 0])

    await mark({ mark: 'approved' })
    expect(await fetchFirstSlot()).toEqual({ approvedOnly: true, canRequest: true, cannotRequest: null })
    expect(await countOffers()).toEqual([1, 1])
    expect(await requestSlot(khateeb, slot)).toMatchObject({ changed: true })
  })

  test('can invite only approved khateebs', async () => {
    await setApprovedOnly()
    await expect(inviteKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(refusal('khateeb_not_approved'))
    const { slotId } = await slotSeenBy(masjid, slot)
    const several = { masjidUid: 'me', khateebUids: [khateeb.uid], slots: [{ slotId }] }
    await expect(masjid.client.call(inviteKhateebs, several)).rejects.toMatchObject({
      ...refusal('khateeb_not_approved'),
      about: { khateebUid: khateeb.uid },
    })
    await mark({ mark: 'approved' })
    expect(await inviteKhateeb(masjid, khateeb, slot)).toMatchObject({ changed: true })
  })

  test('can still approve its pending requests, and its pending invites can be accepted', async () => {
    const later = await postSlot(masjid, '15:00')
    await requestSlot(khateeb, slot)
    await inviteKhateeb(masjid, khateeb, later)
    await setApprovedOnly()
    expect(await approveKhateeb(masjid, khateeb, slot)).toMatchObject({ changed: true })
    expect(await acceptInviteTo(khateeb, later)).toMatchObject({ changed: true })
  })

  test('takes requests from all khateebs again after it has turned the rule off', async () => {
    await setApprovedOnly()
    await setApprovedOnly(false)
    expect(await requestSlot(khateeb, slot)).toMatchObject({ changed: true })
  })

  test('shows visitors that it takes only approved khateebs', async () => {
    await setApprovedOnly()
    expect(await app.client().call(getMasjidDetails, { masjidId: masjid.uid })).toMatchObject({
      approvedOnly: true,
    })
  })
})

describe('a khateeb who is not wanted', () => {
  beforeEach(() => mark({ mark: 'not_wanted', note: 'Shouted at the children.' }))

  test('cannot request the masjid’s slots, and finds none of them in lists', async () => {
    await expect(requestSlot(khateeb, slot)).rejects.toMatchObject(refusal('requests_not_taken'))
    expect(await fetchFirstSlot()).toEqual({
      approvedOnly: false,
      canRequest: false,
      cannotRequest: 'requests_not_taken',
    })
    expect(await countOffers()).toEqual([0, 0])
  })

  test('gets the same refusal as any unapproved khateeb if the masjid takes only approved khateebs', async () => {
    await setApprovedOnly()
    const other = await newKhateeb(app.baseUrl)
    for (const who of [khateeb, other]) {
      await expect(requestSlot(who, slot)).rejects.toMatchObject(refusal('approval_needed'))
      expect(await fetchFirstSlot(who)).toEqual({
        approvedOnly: true,
        canRequest: false,
        cannotRequest: 'approval_needed',
      })
    }
  })

  test('cannot be invited until the masjid removes the mark', async () => {
    await expect(inviteKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(refusal('khateeb_not_wanted'))
    await mark({ mark: null })
    expect(await inviteKhateeb(masjid, khateeb, slot)).toMatchObject({ changed: true })
  })

  test('finds no trace of the mark or the note in his export, in masjid details or in lists', async () => {
    const { client } = khateeb
    const results = [
      await client.call(exportData, {}),
      await client.call(getMasjidDetails, { masjidId: masjid.uid }),
      await client.call(getMasjids, {}),
      await client.call(getKhateebs, {}),
    ]
    expect(JSON.stringify(results)).not.toMatch(/not_wanted|Shouted|marked/)
    expect(results[0]).toMatchObject({ ourKhateebs: null })
  })
})

const ask = (who = khateeb) => who.client.call(askForApproval, { khateebUid: 'me', ...slot })
const approvalLetters = async () =>
  (await listQueuedLetters(app.database)).filter((it) => it.startsWith('approval'))

describe('a khateeb without approval', () => {
  beforeEach(async () => {
    await app.database.reader.deleteFrom('letters').execute()
    await setApprovedOnly()
  })

  test('can ask for approval once; the masjid gets a letter about his request for approval, and he gets a letter about the approval', async () => {
    expect(await ask()).toEqual({ changed: true })
    expect(await ask()).toEqual({ changed: false })
    expect(await approvalLetters()).toEqual([`approval_asked to ${masjid.email}`])
    expect(await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })).toMatchObject({
      askedForApproval: true,
    })
    expect((await list()).khateebs).toMatchObject([
      { uid: khateeb.uid, mark: null, askedAt: expect.any(String) },
    ])
    expect(await masjid.client.call(getNews, {})).toMatchObject([
      { kind: 'approval_asked', khateeb: { uid: khateeb.uid } },
    ])
    expect(await khateeb.client.call(exportData, {})).toMatchObject({
      approvalsAsked: [{ masjidName: masjid.name }],
    })
    await mark({ mark: 'approved' })
    expect(await approvalLetters()).toEqual([
      `approval_asked to ${masjid.email}`,
      `approval_given to ${khateeb.email}`,
    ])
    expect(await khateeb.client.call(getNews, {})).toMatchObject([{ kind: 'approval_given' }])
    // The masjid has answered the khateeb’s request for approval, so the news about this request is gone.
    expect(await masjid.client.call(getNews, {})).toEqual([])
    await mark({ mark: null })
    expect(await khateeb.client.call(getNews, {})).toEqual([])
    expect(await ask()).toEqual({ changed: false })
  })

  test('gets one letter about the approval that he asked for, even if he is approved twice and the masjid has no open slot', async () => {
    await setApprovedOnly()
    await ask()
    await masjid.client.call(removeSlot, slot)
    await mark({ mark: 'approved' })
    const told = () => queuedLetters(app.database, khateeb.email, 'khateeb_approved')
    expect(await told()).toMatchObject([{ name: khateeb.name, masjidUid: masjid.uid }])
    await mark({ mark: null })
    await mark({ mark: 'approved' })
    expect(await told()).toHaveLength(1)
    expect((await khateeb.client.call(exportData, {})).history.map((it) => it.event)).toContain(
      'khateeb_approved',
    )
  })

  test('gets one letter about an approval that he did not ask for, even if he is approved twice', async () => {
    await mark({ mark: 'approved' })
    expect(await approvalLetters()).toEqual([`approval_given to ${khateeb.email}`])
    await mark({ mark: null })
    await mark({ mark: 'approved' })
    expect(await approvalLetters()).toEqual([`approval_given to ${khateeb.email}`])
  })

  test('gets no letter about his approval if he has blocked the masjid', async () => {
    await ask()
    await khateeb.client.call(blockAccount, { khateebUid: 'me', masjidUid: masjid.uid })
    await mark({ mark: 'approved' })
    expect(await approvalLetters()).toEqual([`approval_asked to ${masjid.email}`])
    expect(JSON.stringify(await khateeb.client.call(exportData, {}))).not.toContain('khateeb_approved')
  })

  test('does not get a queued letter about his approval after the masjid has taken the approval back', async () => {
    await setApprovedOnly()
    await ask()
    await masjid.client.call(removeSlot, slot)
    await mark({ mark: 'approved' })
    await mark({ mark: null })
    const sent = await sendAndCollectLetters(app.database)
    expect(sent.map(({ kind }) => kind)).not.toContain('khateeb_approved')
  })

  test('gets no letter about an approval that he did not ask for if the masjid has no open slot', async () => {
    await setApprovedOnly()
    await masjid.client.call(removeSlot, slot)
    await mark({ mark: 'approved' })
    expect(await queuedLetters(app.database, khateeb.email, 'khateeb_approved')).toEqual([])
  })

  test('cannot ask for approval at a masjid that takes all khateebs, or for a taken slot', async () => {
    const other = await newKhateeb(app.baseUrl)
    await setApprovedOnly(false)
    await expect(ask()).rejects.toMatchObject(refusal('approval_not_needed'))
    await confirmKhateeb(masjid, other, slot)
    await setApprovedOnly()
    await expect(ask()).rejects.toMatchObject(refusal('slot_taken'))
  })

  test('can ask even if he is marked as not wanted, but the masjid gets no letter', async () => {
    await mark({ mark: 'not_wanted' })
    expect(await ask()).toEqual({ changed: true })
    expect(await approvalLetters()).toEqual([])
    expect(await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })).toMatchObject({
      askedForApproval: true,
    })
  })

  test('gets no letter about his approval at a masjid that takes all khateebs', async () => {
    await setApprovedOnly(false)
    await mark({ mark: 'approved' })
    expect(await approvalLetters()).toEqual([])
    expect((await khateeb.client.call(exportData, {})).history.map((it) => it.event)).toEqual([
      'account_created',
    ])
  })
})

test('lists of khateebs for a slot have approved khateebs first, and leave out khateebs who are not wanted', async () => {
  const [approved, unwanted] = [await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl)]
  await mark({ mark: 'approved' }, approved)
  await mark({ mark: 'not_wanted' }, unwanted)
  const { slotId } = await slotSeenBy(masjid, slot)
  const forSlot = () => masjid.client.call(getKhateebsForSlot, { uid: 'me', slotId })
  expect(await forSlot()).toMatchObject({
    count: 2,
    freeCount: 2,
    khateebs: [
      { uid: approved.uid, approved: true, cannotInvite: null },
      { uid: khateeb.uid, approved: false, cannotInvite: null },
    ],
  })
  expect(await masjid.client.call(getKhateebs, { near: 'me', slotIds: slotId })).toMatchObject([
    { uid: approved.uid, approval: 'approved' },
    { uid: khateeb.uid, approval: 'not_needed' },
  ])
  const found = await masjid.client.call(getKhateebs, {})
  expect(found.map(({ uid }) => uid)).not.toContain(unwanted.uid)

  await setApprovedOnly()
  expect(await forSlot()).toMatchObject({
    freeCount: 1,
    khateebs: [{ uid: approved.uid }, { uid: khateeb.uid, cannotInvite: 'khateeb_not_approved' }],
  })
  expect(await masjid.client.call(getKhateebs, { near: 'me', slotIds: slotId })).toMatchObject([
    { uid: approved.uid, approval: 'approved' },
    { uid: khateeb.uid, approval: 'needed' },
  ])
})

test('a khateeb’s details tell the masjid why an invite to him would be refused', async () => {
  const fetchReason = async () =>
    (await masjid.client.call(getKhateebDetails, { id: khateeb.uid })).cannotInvite
  expect(await fetchReason()).toBeNull()
  await setApprovedOnly()
  expect(await fetchReason()).toBe('khateeb_not_approved')
  await expect(inviteKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(refusal('khateeb_not_approved'))
  await mark({ mark: 'not_wanted' })
  expect(await fetchReason()).toBe('khateeb_not_wanted')
  await mark({ mark: 'approved' })
  expect(await fetchReason()).toBeNull()
  await mark({ mark: 'not_wanted' })
  expect((await khateeb.client.call(getKhateebDetails, { id: khateeb.uid })).cannotInvite).toBeNull()
})

const newKhateebNamed = (firstName: string) => newKhateeb(app.baseUrl, { firstName, lastName: 'Khan' })
const fetchPage = (cursor: string) =>
  masjid.client.page(getOurKhateebs, { uid: 'me', limit: '1', ...(cursor !== '' && { cursor }) })

describe('the list of our khateebs', () => {
  test('has khateebs who have spoken at the masjid, with their last date and the number of dates', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '15:00'))
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(1)))
    const withdrawn = await newKhateeb(app.baseUrl)
    const third = await postSlot(masjid, '13:00', fridayAfter(2))
    await confirmKhateeb(masjid, withdrawn, third)
    await withdrawFrom(withdrawn, third)
    expect(await list()).toEqual({ approvedOnly: false, invitations: [], khateebs: [] })

    await setClock(app.database, `${friday}T23:00:00Z`)
    expect((await list()).khateebs).toMatchObject([{ uid: khateeb.uid, timesHere: 1, lastHere: friday }])
    await setClock(app.database, `${fridayAfter(1)}T23:00:00Z`)
    expect((await list()).khateebs).toMatchObject([
      { uid: khateeb.uid, timesHere: 2, lastHere: fridayAfter(1), mark: null, note: '', markedAt: null },
    ])
  })

  test('has approved khateebs first and khateebs who are not wanted last, each group sorted by name, also over several pages', async () => {
    const [zayd, adam, bilal, omar] = [
      await newKhateebNamed('Zayd'),
      await newKhateebNamed('Adam'),
      await newKhateebNamed('bilal'),
      await newKhateebNamed('Omar'),
    ]
    await mark({ mark: 'not_wanted' }, adam)
    await mark({ mark: 'approved' }, zayd)
    await mark({ mark: 'approved' }, bilal)
    await mark({ note: 'Ask him in spring.' }, omar)
    const uids = [bilal, zayd, omar, adam].map(({ uid }) => uid)
    expect((await list()).khateebs.map(({ uid }) => uid)).toEqual(uids)
    const found = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof fetchPage>> = await fetchPage(cursor)
      found.push(...page.items.khateebs.map(({ uid }) => uid))
      cursor = page.nextCursor
    }
    expect(found).toEqual(uids)
    expect((await list({ q: 'bilaal' })).khateebs).toMatchObject([{ uid: bilal.uid }])
    expect((await list({ khateebUid: khateeb.uid })).khateebs).toMatchObject([
      { uid: khateeb.uid, mark: null },
    ])
  })

  test('is visible only to the masjid’s members, and a viewer cannot change it', async () => {
    await mark({ mark: 'approved', note: 'Our youth like him.' })
    const viewerId = await insertMember(app.database.reader, masjid.uid, 'viewer')
    const viewer = app.client((await insertSessionOfPerson(app.database, viewerId)).token)
    expect(await viewer.call(getOurKhateebs, { uid: 'me' })).toMatchObject({
      khateebs: [{ mark: 'approved', note: 'Our youth like him.' }],
    })
    const refused = { status: 403, code: 'member_role' }
    await expect(
      viewer.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: null }),
    ).rejects.toMatchObject(refused)
    await expect(
      viewer.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: true }),
    ).rejects.toMatchObject(refused)
    const other = await newMasjid(app.baseUrl)
    expect(await other.client.call(getOurKhateebs, { uid: 'me' })).toMatchObject({ khateebs: [] })
    const outsiders = [
      [other.client, 403],
      [khateeb.client, 403],
      [app.client(), 401],
    ] as const
    for (const [client, status] of outsiders)
      await expect(client.call(getOurKhateebs, { uid: masjid.uid })).rejects.toMatchObject({ status })
  })
})

test('changing the mark of a khateeb keeps the note, and changing the note keeps the mark', async () => {
  expect(await mark({ mark: 'approved' })).toEqual({ changed: true })
  expect(await mark({ note: '  First line.\nSecond line. ' })).toEqual({ changed: true })
  expect(await mark({ mark: 'approved', note: 'First line.\nSecond line.' })).toEqual({ changed: false })
  expect((await list()).khateebs).toMatchObject([{ mark: 'approved', note: 'First line.\nSecond line.' }])
  await mark({ mark: null })
  expect((await list()).khateebs).toMatchObject([{ mark: null, note: 'First line.\nSecond line.' }])
  await mark({ note: '' })
  expect((await list()).khateebs).toEqual([])
})

test('a note about a khateeb has at most 1,000 characters', async () => {
  await expect(mark({ note: 'a'.repeat(1_001) })).rejects.toMatchObject({
    status: 400,
    fieldErrors: { note: [{ code: 'note_too_long' }] },
  })
})

test("the masjid's export has its marks and notes about khateebs, and deleting a khateeb's account deletes them", async () => {
  await setApprovedOnly()
  await mark({ mark: 'not_wanted', note: 'Too long.' })
  expect(await masjid.client.call(exportData, {})).toMatchObject({
    ourKhateebs: {
      approvedOnly: true,
      noted: [
        { khateebName: khateeb.name, mark: 'not_wanted', note: 'Too long.', markedAt: expect.any(String) },
      ],
    },
  })
  await khateeb.client.call(deleteAccount, { password })
  expect(await app.database.reader.selectFrom('khateeb_marks').selectAll().execute()).toEqual([])
})
