import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getMasjidDetails } from '../../contract/directory.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import {
  acceptInvite,
  requestKhateeb,
  requestToLead,
  revokeInvite,
  revokeSentRequest,
} from '../../contract/proposals.ts'
import { startApp, type TestApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid, type Person } from '../runtime/people.ts'
import { postSlot, type Slot } from '../runtime/slots.ts'

let app: TestApp
let masjid: Person
let khateeb: Person
let slot: Slot

beforeAll(async () => void (app = await startApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
})

const refused = { status: 409, code: 'too_many_proposals' }
const asks = () => khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
const revokes = () => khateeb.client.call(revokeSentRequest, { khateebUid: 'me', ...slot })
const invites = () => masjid.client.call(requestKhateeb, { khateebUid: khateeb.uid, ...slot })
const postsAgain = async () => {
  await masjid.client.call(removeSlot, slot)
  await postSlot(masjid)
}

test('a fourth request for a slot is refused, and the masjid may still invite', async () => {
  for (let times = 0; times < 3; times += 1) {
    await asks()
    await revokes()
  }
  await expect(asks()).rejects.toMatchObject(refused)
  expect(await invites()).toMatchObject({ state: 'pending' })
})

test('a slot that is taken away and posted again is no new one to invite somebody for', async () => {
  for (let times = 0; times < 3; times += 1) {
    await invites()
    await postsAgain()
  }
  await expect(invites()).rejects.toMatchObject(refused)
  expect(await asks()).toMatchObject({ state: 'pending' })
})

test('a khateeb is told beforehand why he cannot ask, also for a slot that was posted again', async () => {
  const judged = async () => {
    const { khutbahs } = await khateeb.client.call(getMasjidDetails, { masjidId: masjid.uid })
    const { canRequest, cannotRequest } = khutbahs[0]?.times[0] ?? {}
    return { canRequest, cannotRequest }
  }
  for (let times = 0; times < 3; times += 1) {
    expect(await judged()).toEqual({ canRequest: true, cannotRequest: null })
    await asks()
    expect(await judged()).toEqual({ canRequest: false, cannotRequest: null })
    await revokes()
    if (times > 0) await postsAgain()
  }
  expect(await judged()).toEqual({ canRequest: false, cannotRequest: 'too_many_proposals' })
  await expect(asks()).rejects.toMatchObject(refused)
  // Half an hour later, and so in the same hour of his.
  const elsewhere = await newMasjid(app.baseUrl)
  const other = await postSlot(elsewhere, '13:30')
  await elsewhere.client.call(requestKhateeb, { khateebUid: khateeb.uid, ...other })
  await khateeb.client.call(acceptInvite, { khateebUid: 'me', ...other })
  expect(await judged()).toEqual({ canRequest: false, cannotRequest: 'khateeb_busy' })
})

test('what was proposed to one khateeb is no bound for another', async () => {
  for (let times = 0; times < 3; times += 1) {
    await invites()
    await masjid.client.call(revokeInvite, { khateebUid: khateeb.uid, ...slot })
  }
  khateeb = await newKhateeb(app.baseUrl)
  expect(await invites()).toMatchObject({ state: 'pending' })
})
