import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { blockAccount, getBlockedAccounts, unblockAccount } from '../../contract/blocks.ts'
import { getKhateebDetails, getKhateebs, getMasjidDetails } from '../../contract/directory.ts'
import { exportData } from '../../contract/identity.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { acceptInvite } from '../../contract/proposals.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { insertKhateebs } from '../../tests/runtime/insert-people.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import {
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'

let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
const app = await startApp()
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
  await app.database.db.deleteFrom('letters').execute()
})

const request = () => requestSlot(khateeb, slot)
const invite = (where = slot) => inviteKhateeb(masjid, khateeb, where)
const khateebInput = () => ({ khateebUid: 'me', masjidUid: masjid.uid })
const masjidInput = () => ({ khateebUid: khateeb.uid, masjidUid: 'me' })

async function fetchRequestState() {
  const { khutbahs, blocked } = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
  const { canRequest, cannotRequest } = khutbahs[0]?.times[0] ?? { canRequest: null, cannotRequest: null }
  return { blocked, canRequest, cannotRequest }
}

describe('a masjid that blocks a khateeb', () => {
  test('cannot invite him or get his requests until it unblocks him', async () => {
    expect(await masjid.client.call(blockAccount, masjidInput())).toEqual({ changed: true, closed: [] })
    await expect(request()).rejects.toMatchObject({ status: 409, code: 'not_accepting' })
    await expect(invite()).rejects.toMatchObject({ status: 409, code: 'you_blocked' })
    const unavailable = { blocked: false, canRequest: false, cannotRequest: 'not_accepting' }
    expect(await fetchRequestState()).toEqual(unavailable)
    expect(await masjid.client.call(getKhateebDetails, { id: khateeb.uid })).toMatchObject({ blocked: true })
    const blocked = [{ uid: khateeb.uid, name: khateeb.name }]
    expect(await masjid.client.call(getBlockedAccounts, {})).toMatchObject(blocked)
    expect(await khateeb.client.call(getBlockedAccounts, {})).toEqual([])

    expect(await masjid.client.call(unblockAccount, masjidInput())).toEqual({ changed: true })
    expect(await request()).toMatchObject({ changed: true })
  })

  test('rejects his requests and revokes its invites, and sends him a letter for each', async () => {
    const later = await postSlot(masjid, '15:00')
    await request()
    await invite(later)
    await masjid.client.call(blockAccount, masjidInput())
    const own = { uid: 'me' } as const
    expect(await masjid.client.call(getMasjid, own)).toMatchObject({ requests: [], sentInvites: [] })
    expect(await khateeb.client.call(getUser, own)).toMatchObject({ invites: [], sentRequests: [] })
    const letters = await listQueuedLetters(app.database)
    const isToEither = (it: string) =>
      it.endsWith(` to ${masjid.email}`) || it.endsWith(` to ${khateeb.email}`)
    expect(letters.filter(isToEither).toSorted()).toEqual([
      `invite_received to ${khateeb.email}`,
      `invite_revoked to ${khateeb.email}`,
      `request_received to ${masjid.email}`,
      `request_rejected to ${khateeb.email}`,
    ])
  })
})

describe('a khateeb who blocks a masjid', () => {
  test('cannot request its slots or be invited by it', async () => {
    await khateeb.client.call(blockAccount, khateebInput())
    await expect(invite()).rejects.toMatchObject({ status: 409, code: 'not_accepting' })
    await expect(request()).rejects.toMatchObject({ status: 409, code: 'you_blocked' })
    const unavailable = { blocked: true, canRequest: false, cannotRequest: 'you_blocked' }
    expect(await fetchRequestState()).toEqual(unavailable)
    const blocked = [{ uid: masjid.uid, name: masjid.name }]
    expect(await khateeb.client.call(getBlockedAccounts, {})).toMatchObject(blocked)
    expect((await khateeb.client.call(exportData, {})).blocked).toMatchObject([{ name: masjid.name }])
  })

  test('stays confirmed for its slots', async () => {
    await invite()
    await khateeb.client.call(acceptInvite, { khateebUid: 'me', ...slot })
    await khateeb.client.call(blockAccount, khateebInput())
    expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).toHaveLength(1)
  })

  test('stays blocked after he unblocks the masjid if the masjid has blocked him, too', async () => {
    await khateeb.client.call(blockAccount, khateebInput())
    await masjid.client.call(blockAccount, masjidInput())
    await khateeb.client.call(unblockAccount, khateebInput())
    await expect(request()).rejects.toMatchObject({ code: 'not_accepting' })
  })
})

test('a khateeb’s details and his card for a slot tell the masjid that a block forbids an invite', async () => {
  const { slotId } = await slotSeenBy(masjid, slot)
  async function reasons() {
    const cards = await masjid.client.call(getKhateebs, { slotIds: slotId, near: 'me', q: khateeb.name })
    const details = await masjid.client.call(getKhateebDetails, { id: khateeb.uid })
    return [cards.find((it) => it.uid === khateeb.uid)?.cannotInvite, details.cannotInvite]
  }
  expect(await reasons()).toEqual([null, null])
  await masjid.client.call(blockAccount, masjidInput())
  expect(await reasons()).toEqual(['you_blocked', 'you_blocked'])
  await khateeb.client.call(blockAccount, khateebInput())
  expect(await reasons()).toEqual(['not_accepting', 'not_accepting'])
  await masjid.client.call(unblockAccount, masjidInput())
  expect(await reasons()).toEqual(['not_accepting', 'not_accepting'])
  const other = await newMasjid(app.baseUrl)
  const seenByOther = await other.client.call(getKhateebDetails, { id: khateeb.uid })
  expect(seenByOther.cannotInvite).toBeNull()
})

test('blocking and unblocking an account are idempotent', async () => {
  await khateeb.client.call(blockAccount, khateebInput())
  expect(await khateeb.client.call(blockAccount, khateebInput())).toEqual({ changed: false, closed: [] })
  expect(await masjid.client.call(unblockAccount, masjidInput())).toEqual({ changed: false })
})

test('blocked accounts are listed newest first in pages of twenty, each account once', async () => {
  const crowd = await insertKhateebs(app.database, 23)
  // Up to three blocks share the same instant.
  await sql`insert into blocks (khateeb_uid, masjid_uid, by_role, created_at)
    select uid, ${masjid.uid}, 'masjid', minbar_now() - (place / 3) * interval '1 hour'
    from unnest(${crowd.map(({ uid }) => uid)}::uuid[]) with ordinality as one (uid, place)`.execute(
    app.database.db,
  )
  const first = await masjid.client.page(getBlockedAccounts, {})
  const cursor = first.nextCursor ?? ''
  const second = await masjid.client.page(getBlockedAccounts, { cursor })
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([20, 3, null])
  const all = [...first.items, ...second.items]
  expect(new Set(all.map(({ uid }) => uid))).toEqual(new Set(crowd.map(({ uid }) => uid)))
  const instants = all.map(({ blockedAt }) => blockedAt)
  expect(instants).toEqual(instants.toSorted().toReversed())
  expect((await masjid.client.call(exportData, {})).blocked).toHaveLength(23)
})
