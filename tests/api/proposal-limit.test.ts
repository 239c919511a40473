import { expect } from 'vitest'
import { getMasjidDetails } from '../../contract/directory.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { startApp } from '../runtime/app.ts'
import { newMasjid, type TestAccount } from '../runtime/people.ts'
import { conflict } from '../runtime/refusals.ts'
import {
  confirmByInvite,
  inviteKhateeb,
  postSlot,
  requestSlot,
  revokeInviteOf,
  revokeRequest,
  type Slot,
} from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'

const app = await startApp()
const test = testWithPeople(app)

const tooManyProposals = conflict('too_many_proposals')

async function repost(masjid: TestAccount, slot: Slot): Promise<void> {
  await masjid.client.call(removeSlot, slot)
  await postSlot(masjid)
}

test('a fourth request for a slot is refused, but an invite is still possible', async ({
  masjid,
  khateeb,
  slot,
}) => {
  for (let times = 0; times < 3; times += 1) {
    await requestSlot(khateeb, slot)
    await revokeRequest(khateeb, slot)
  }
  await expect(requestSlot(khateeb, slot)).rejects.toMatchObject(tooManyProposals)
  expect(await inviteKhateeb(masjid, khateeb, slot)).toMatchObject({ state: 'pending' })
})

test('removing and reposting a slot does not reset the limit of invites', async ({
  masjid,
  khateeb,
  slot,
}) => {
  for (let times = 0; times < 3; times += 1) {
    await inviteKhateeb(masjid, khateeb, slot)
    await repost(masjid, slot)
  }
  await expect(inviteKhateeb(masjid, khateeb, slot)).rejects.toMatchObject(tooManyProposals)
  expect(await requestSlot(khateeb, slot)).toMatchObject({ state: 'pending' })
})

test('the details of a masjid show a khateeb how many requests he has left for a slot, even after the slot was reposted', async ({
  masjid,
  khateeb,
  slot,
}) => {
  const canRequestNow = async () => {
    const { khutbahs } = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
    const { canRequest, cannotRequest, requestsLeft } = khutbahs[0]?.times[0] ?? {}
    return { canRequest, cannotRequest, requestsLeft }
  }
  for (let times = 0; times < 3; times += 1) {
    const left = times === 0 ? null : 3 - times
    expect(await canRequestNow()).toEqual({ canRequest: true, cannotRequest: null, requestsLeft: left })
    await requestSlot(khateeb, slot)
    const leftNow = times === 0 ? null : 3 - times - 1
    expect(await canRequestNow()).toEqual({ canRequest: false, cannotRequest: null, requestsLeft: leftNow })
    await revokeRequest(khateeb, slot)
    if (times > 0) await repost(masjid, slot)
  }
  expect(await canRequestNow()).toEqual({
    canRequest: false,
    cannotRequest: 'too_many_proposals',
    requestsLeft: 0,
  })
  await expect(requestSlot(khateeb, slot)).rejects.toMatchObject(tooManyProposals)
  // An assignment at another masjid, half an hour later, overlaps with the slot.
  const elsewhere = await newMasjid(app.baseUrl)
  const other = await postSlot(elsewhere, '13:30')
  await confirmByInvite(elsewhere, khateeb, other)
  expect(await canRequestNow()).toEqual({ canRequest: false, cannotRequest: 'khateeb_busy', requestsLeft: 0 })
})

test('the limit of invites for a slot is separate for each khateeb', async ({
  masjid,
  khateeb,
  rival,
  slot,
}) => {
  for (let times = 0; times < 3; times += 1) {
    await inviteKhateeb(masjid, khateeb, slot)
    await revokeInviteOf(masjid, khateeb, slot)
  }
  expect(await inviteKhateeb(masjid, rival, slot)).toMatchObject({ state: 'pending' })
})
