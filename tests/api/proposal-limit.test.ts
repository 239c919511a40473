import { beforeEach, expect, test } from 'vitest'
import { getMasjidDetails } from '../../contract/directory.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import {
  acceptInvite,
  requestKhateeb,
  requestToLead,
  revokeInvite,
  revokeSentRequest,
} from '../../contract/proposals.ts'
import { startApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { postSlot, type Slot } from '../runtime/slots.ts'

let masjid: Person
let khateeb: Person
let slot: Slot

const app = await startApp()
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
})

const refused = { status: 409, code: 'too_many_proposals' }
const requestSlot = () => khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
const revokeRequest = () => khateeb.client.call(revokeSentRequest, { khateebUid: 'me', ...slot })
const inviteKhateeb = () => masjid.client.call(requestKhateeb, { khateebUid: khateeb.uid, ...slot })
const repost = async () => {
  await masjid.client.call(removeSlot, slot)
  await postSlot(masjid)
}

test('a fourth request for a slot is refused, and an invite is still possible', async () => {
  for (let times = 0; times < 3; times += 1) {
    await requestSlot()
    await revokeRequest()
  }
  await expect(requestSlot()).rejects.toMatchObject(refused)
  expect(await inviteKhateeb()).toMatchObject({ state: 'pending' })
})

test('removing and reposting a slot does not reset the limit of invites', async () => {
  for (let times = 0; times < 3; times += 1) {
    await inviteKhateeb()
    await repost()
  }
  await expect(inviteKhateeb()).rejects.toMatchObject(refused)
  expect(await requestSlot()).toMatchObject({ state: 'pending' })
})

test('the details of a masjid tell the khateeb in advance that he cannot request a slot, also if it was reposted', async () => {
  const canRequestNow = async () => {
    const { khutbahs } = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
    const { canRequest, cannotRequest } = khutbahs[0]?.times[0] ?? {}
    return { canRequest, cannotRequest }
  }
  for (let times = 0; times < 3; times += 1) {
    expect(await canRequestNow()).toEqual({ canRequest: true, cannotRequest: null })
    await requestSlot()
    expect(await canRequestNow()).toEqual({ canRequest: false, cannotRequest: null })
    await revokeRequest()
    if (times > 0) await repost()
  }
  expect(await canRequestNow()).toEqual({ canRequest: false, cannotRequest: 'too_many_proposals' })
  await expect(requestSlot()).rejects.toMatchObject(refused)
  // An assignment half an hour later overlaps.
  const elsewhere = await newMasjid(app.baseUrl)
  const other = await postSlot(elsewhere, '13:30')
  await elsewhere.client.call(requestKhateeb, { khateebUid: khateeb.uid, ...other })
  await khateeb.client.call(acceptInvite, { khateebUid: 'me', ...other })
  expect(await canRequestNow()).toEqual({ canRequest: false, cannotRequest: 'khateeb_busy' })
})

test('the limit is separate for each khateeb', async () => {
  for (let times = 0; times < 3; times += 1) {
    await inviteKhateeb()
    await masjid.client.call(revokeInvite, { khateebUid: khateeb.uid, ...slot })
  }
  khateeb = await newKhateeb(app.baseUrl)
  expect(await inviteKhateeb()).toMatchObject({ state: 'pending' })
})
