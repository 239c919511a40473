import { beforeEach, describe, expect, test } from 'vitest'
import {
  getKhateebDetails,
  getKhateebs,
  getKhateebsForSlot,
  getMasjidDetails,
  getMasjids,
  getOpenSlots,
} from '../../contract/directory.ts'
import { exportData } from '../../contract/identity.ts'
import { inviteKhateebs } from '../../contract/proposals.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { mark, setApprovedOnly } from '../../tests/runtime/approval.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { conflict } from '../../tests/runtime/refusals.ts'
import {
  acceptInviteTo,
  approveKhateeb,
  inviteKhateeb,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
beforeEach(async () => {
  await app.database.db.deleteFrom('khateebs').execute()
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
})

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
    expect(await setApprovedOnly(masjid)).toEqual({ changed: true })
    expect(await setApprovedOnly(masjid)).toEqual({ changed: false })
    await expect(requestSlot(khateeb, slot)).rejects.toMatchObject(conflict('approval_needed'))
    expect(await fetchFirstSlot()).toEqual({
      approvedOnly: true,
      canRequest: false,
      cannotRequest: 'approval_needed',
    })
    expect(await countOffers()).toEqual([0, 0])

    await mark(masjid, khateeb, { mark: 'approved' })
    expect(await fetchFirstSlot()).toEqual({ approvedOnly: true, canRequest: true, cannotRequest: null })
    expect(await countOffers()).toEqual([1, 1])
    expect(await requestSlot(khateeb, slot)).toMatchObject({ changed: true })
  })

  test('can invite only approved khateebs', async () => {
    await setApprovedOnly(masjid)
    await expect(inviteKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(conflict('khateeb_not_approved'))
    const { slotId } = await slotSeenBy(masjid, slot)
    const several = { masjidUid: 'me', khateebUids: [khateeb.uid], slots: [{ slotId }] }
    await expect(masjid.client.call(inviteKhateebs, several)).rejects.toMatchObject({
      ...conflict('khateeb_not_approved'),
      about: { khateebUid: khateeb.uid },
    })
    await mark(masjid, khateeb, { mark: 'approved' })
    expect(await inviteKhateeb(masjid, khateeb, slot)).toMatchObject({ changed: true })
  })

  test('can still approve its pending requests, and its pending invites can be accepted', async () => {
    const later = await postSlot(masjid, '15:00')
    await requestSlot(khateeb, slot)
    await inviteKhateeb(masjid, khateeb, later)
    await setApprovedOnly(masjid)
    expect(await approveKhateeb(masjid, khateeb, slot)).toMatchObject({ changed: true })
    expect(await acceptInviteTo(khateeb, later)).toMatchObject({ changed: true })
  })

  test('takes requests from all khateebs again after it has turned the rule off', async () => {
    await setApprovedOnly(masjid)
    await setApprovedOnly(masjid, false)
    expect(await requestSlot(khateeb, slot)).toMatchObject({ changed: true })
  })

  test('shows visitors that it takes only approved khateebs', async () => {
    await setApprovedOnly(masjid)
    expect(await app.client().call(getMasjidDetails, { masjidId: masjid.uid })).toMatchObject({
      approvedOnly: true,
    })
  })
})

describe('a khateeb who is not wanted', () => {
  beforeEach(() => mark(masjid, khateeb, { mark: 'not_wanted', note: 'Shouted at the children.' }))

  test('cannot request the masjid’s slots, and finds none of them in lists', async () => {
    await expect(requestSlot(khateeb, slot)).rejects.toMatchObject(conflict('requests_not_taken'))
    expect(await fetchFirstSlot()).toEqual({
      approvedOnly: false,
      canRequest: false,
      cannotRequest: 'requests_not_taken',
    })
    expect(await countOffers()).toEqual([0, 0])
  })

  test('gets the same refusal as any unapproved khateeb if the masjid takes only approved khateebs', async () => {
    await setApprovedOnly(masjid)
    const other = await newKhateeb(app.baseUrl)
    for (const who of [khateeb, other]) {
      await expect(requestSlot(who, slot)).rejects.toMatchObject(conflict('approval_needed'))
      expect(await fetchFirstSlot(who)).toEqual({
        approvedOnly: true,
        canRequest: false,
        cannotRequest: 'approval_needed',
      })
    }
  })

  test('cannot be invited until the masjid removes the mark', async () => {
    await expect(inviteKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(conflict('khateeb_not_wanted'))
    await mark(masjid, khateeb, { mark: null })
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

test('lists of khateebs for a slot have approved khateebs first, and leave out khateebs who are not wanted', async () => {
  const [approved, unwanted] = [await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl)]
  await mark(masjid, approved, { mark: 'approved' })
  await mark(masjid, unwanted, { mark: 'not_wanted' })
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

  await setApprovedOnly(masjid)
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
  await setApprovedOnly(masjid)
  expect(await fetchReason()).toBe('khateeb_not_approved')
  await expect(inviteKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(conflict('khateeb_not_approved'))
  await mark(masjid, khateeb, { mark: 'not_wanted' })
  expect(await fetchReason()).toBe('khateeb_not_wanted')
  await mark(masjid, khateeb, { mark: 'approved' })
  expect(await fetchReason()).toBeNull()
  await mark(masjid, khateeb, { mark: 'not_wanted' })
  expect((await khateeb.client.call(getKhateebDetails, { id: khateeb.uid })).cannotInvite).toBeNull()
})
