import { beforeEach, describe, expect } from 'vitest'
import { removeKhateeb, withdrawKhateeb } from '../../contract/assignments.ts'
import type { Client } from '../../contract/client.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { acceptInvite } from '../../contract/proposals.ts'
import { startApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { conflict } from '../runtime/refusals.ts'
import {
  acceptInviteTo,
  approveKhateeb,
  confirmByInvite,
  confirmKhateeb,
  friday,
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  rejectInviteTo,
  rejectKhateeb,
  removeKhateebFrom,
  requestSlot,
  revokeInviteOf,
  revokeRequest,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'

const app = await startApp()
const test = testWithPeople(app)

beforeEach(() => app.database.db.deleteFrom('letters').execute())

describe('requests', () => {
  test('a request is visible to both sides, and fills the slot when approved', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    await requestSlot(khateeb, slot)
    const there = await masjid.client.call(getMasjid, { uid: 'me' })
    expect(there.requests).toMatchObject([
      { requesterId: khateeb.uid, requesterName: khateeb.name, khutbahTime: '13:00' },
    ])
    const here = await khateeb.client.call(getUser, { uid: 'me' })
    expect(here.sentRequests).toMatchObject([{ masjidUid: masjid.uid, khutbahDate: friday }])

    expect(await approveKhateeb(masjid, khateeb, slot)).toMatchObject({ state: 'accepted', changed: true })
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateeb: khateeb.name, khateebUid: khateeb.uid })
    expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).toMatchObject([
      { date: friday, time: { time: '13:00' }, masjidName: masjid.name },
    ])
    expect((await khateeb.client.call(getUser, { uid: 'me' })).sentRequests).toEqual([])
    expect(await listQueuedLetters(app.database)).toEqual([
      `request_received to ${masjid.email}`,
      `request_approved to ${khateeb.email}`,
    ])
  })

  test('a rejected request can be sent again, and a revoked request cannot be approved', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    await requestSlot(khateeb, slot)
    await rejectKhateeb(masjid, khateeb, slot)
    await requestSlot(khateeb, slot)
    await revokeRequest(khateeb, slot)
    await expect(approveKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(conflict('proposal_revoked'))
    expect(await listQueuedLetters(app.database)).toEqual([
      `request_received to ${masjid.email}`,
      `request_rejected to ${khateeb.email}`,
      `request_received to ${masjid.email}`,
      `request_revoked to ${masjid.email}`,
    ])
  })

  test('a request is idempotent, and so is its approval', async ({ masjid, khateeb, slot }) => {
    const first = await requestSlot(khateeb, slot)
    expect(await requestSlot(khateeb, slot)).toEqual({ ...first, changed: false })
    await approveKhateeb(masjid, khateeb, slot)
    expect(await approveKhateeb(masjid, khateeb, slot)).toMatchObject({ state: 'accepted', changed: false })
    expect(await listQueuedLetters(app.database)).toHaveLength(2)
  })
})

describe('invites', () => {
  test('an invite fills the slot when accepted', async ({ masjid, khateeb, slot }) => {
    await inviteKhateeb(masjid, khateeb, slot)
    const { invites: received } = await khateeb.client.call(getUser, { uid: 'me' })
    expect(received).toMatchObject([
      { masjidName: masjid.name, masjidEmail: masjid.email, khutbahTime: '13:00' },
    ])
    const requestId = received[0]?.requestId ?? null
    await khateeb.client.call(acceptInvite, { khateebUid: 'me', ...slot, requestId })
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateebUid: khateeb.uid })
    expect(await listQueuedLetters(app.database)).toEqual([
      `invite_received to ${khateeb.email}`,
      `invite_accepted to ${masjid.email}`,
    ])
  })

  test('an accepted invite sends one letter, to the masjid’s own address, and the address in /notify_masjid is ignored', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    await confirmByInvite(masjid, khateeb, slot)
    const told = await listQueuedLetters(app.database)
    const asked = {
      masjidEmail: 'somebody-else@minbar.example',
      masjidName: 'Another',
      date: slot.khutbahDate,
      time: slot.khutbahTime,
    }
    for (const _ of ['once', 'twice']) {
      const { status } = await app.send({ url: '/notify_masjid', body: asked, token: khateeb.token })
      expect(status).toBe(200)
    }
    expect(await listQueuedLetters(app.database)).toEqual(told)
    expect(told.filter((it) => it.startsWith('invite_accepted'))).toEqual([
      `invite_accepted to ${masjid.email}`,
    ])
  })

  test('an invite can be rejected or revoked', async ({ masjid, khateeb, slot }) => {
    await inviteKhateeb(masjid, khateeb, slot)
    await rejectInviteTo(khateeb, slot)
    await inviteKhateeb(masjid, khateeb, slot)
    await revokeInviteOf(masjid, khateeb, slot)
    await expect(acceptInviteTo(khateeb, slot)).rejects.toMatchObject(conflict('proposal_revoked'))
    expect((await masjid.client.call(getMasjid, { uid: 'me' })).sentInvites).toEqual([])
  })

  test('a khateeb who is invited to a slot cannot request it, and a khateeb who has requested a slot cannot be invited to it', async ({
    masjid,
    khateeb,
    rival,
    slot,
  }) => {
    await inviteKhateeb(masjid, khateeb, slot)
    await expect(requestSlot(khateeb, slot)).rejects.toMatchObject(conflict('already_invited'))
    await requestSlot(rival, slot)
    await expect(inviteKhateeb(masjid, rival, slot)).rejects.toMatchObject(conflict('already_requested'))
  })
})

describe('filled slots', () => {
  test('filling a slot closes the proposals of other khateebs and notifies these khateebs', async ({
    masjid,
    khateeb,
    rival,
    slot,
  }) => {
    await requestSlot(khateeb, slot)
    await requestSlot(rival, slot)
    await approveKhateeb(masjid, khateeb, slot)
    await expect(approveKhateeb(masjid, rival, slot)).rejects.toMatchObject(conflict('slot_taken'))
    expect((await masjid.client.call(getMasjid, { uid: 'me' })).requests).toEqual([])
    expect(await listQueuedLetters(app.database)).toContain(`rival_confirmed to ${rival.email}`)
    await expect(requestSlot(rival, slot)).rejects.toMatchObject(conflict('slot_taken'))
  })

  test('filling a slot closes overlapping requests of the khateeb and notifies the other masjid, but a request for a slot an hour later stays pending', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    const other = await newMasjid(app.baseUrl)
    const [overlapping, later] = [await postSlot(other, '13:59'), await postSlot(other, '14:00')]
    await requestSlot(khateeb, slot)
    await requestSlot(khateeb, overlapping)
    await requestSlot(khateeb, later)
    await approveKhateeb(masjid, khateeb, slot)
    const { requests } = await other.client.call(getMasjid, { uid: 'me' })
    expect(requests.map((it) => it.khutbahTime)).toEqual(['14:00'])
    expect(await listQueuedLetters(app.database)).toContain(`khateeb_booked_elsewhere to ${other.email}`)
    await expect(requestSlot(khateeb, overlapping)).rejects.toMatchObject(conflict('khateeb_busy'))
    await approveKhateeb(other, khateeb, later)
    expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).toHaveLength(2)
  })
})

async function shownSlot(client: Client, masjid: TestAccount) {
  const details = await client.call(getMasjidDetails, { masjidId: masjid.uid })
  return details.khutbahs[0]?.times[0]
}

describe('after a khateeb’s assignment has ended', () => {
  test('a withdrawal from the ended assignment is refused if the khateeb has been confirmed again since', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    await confirmKhateeb(masjid, khateeb, slot)
    const { assignmentId } = await slotSeenBy(masjid, slot)
    const withdraw = () =>
      khateeb.client.call(withdrawKhateeb, { khateebUid: 'me', assignmentId, ...slot, reason: 'A journey.' })
    expect(await withdraw()).toEqual({ changed: true })
    expect(await withdraw()).toEqual({ changed: false })
    await confirmKhateeb(masjid, khateeb, slot)
    await expect(withdraw()).rejects.toMatchObject(conflict('confirmed_again'))
    await removeKhateebFrom(masjid, slot)
    expect(await withdraw()).toEqual({ changed: false })
  })

  test('a repeated approval or acceptance is refused', async ({ masjid, khateeb, slot }) => {
    await confirmKhateeb(masjid, khateeb, slot)
    await withdrawFrom(khateeb, slot)
    await expect(approveKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(
      conflict('assignment_withdrawn'),
    )
    await confirmByInvite(masjid, khateeb, slot)
    await removeKhateebFrom(masjid, slot)
    await expect(acceptInviteTo(khateeb, slot)).rejects.toMatchObject(conflict('assignment_removed'))
  })

  test('a repeated approval is refused with the name of the colleague who has removed the khateeb since', async () => {
    const owner = await newOwner(app)
    const aisha = await newMember(app, owner, 'scheduler', 'Aisha Rahman')
    const khateeb = await newKhateeb(app.baseUrl)
    const slot = await postSlot(owner)
    await confirmKhateeb(owner, khateeb, slot)
    await aisha.client.call(removeKhateeb, { ...slot, masjidUid: 'me' })
    await expect(approveKhateeb(owner, khateeb, slot)).rejects.toMatchObject({
      ...conflict('assignment_removed'),
      by: { event: 'khateeb_removed', name: 'Aisha Rahman' },
    })
  })
})

test('the details of a masjid show a request to the requesting khateeb, but not to other khateebs or visitors', async ({
  masjid,
  khateeb,
  rival,
  slot,
}) => {
  await requestSlot(khateeb, slot)
  expect(await shownSlot(khateeb.client, masjid)).toMatchObject({ standing: 'requested', canRequest: false })
  expect(await shownSlot(rival.client, masjid)).toMatchObject({ standing: null, canRequest: true })
  expect(await shownSlot(app.client(), masjid)).toMatchObject({ standing: null, canRequest: false })
  await approveKhateeb(masjid, khateeb, slot)
  expect(await shownSlot(khateeb.client, masjid)).toMatchObject({
    standing: 'confirmed',
    khateeb: khateeb.name,
  })
  expect(await shownSlot(rival.client, masjid)).toMatchObject({
    standing: null,
    canRequest: false,
    khateeb: khateeb.name,
  })
})
