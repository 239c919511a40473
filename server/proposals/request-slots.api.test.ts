import { beforeEach, expect, test } from 'vitest'
import { getMasjidDetails } from '../../contract/directory.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { maxSlotsToRequest, requestSlots } from '../../contract/proposals.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import {
  approveKhateeb,
  confirmKhateeb,
  fridayAfter,
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  requestSlot,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'

const app = await startApp({ env: { LIMIT_UNCONFIRMED_PROPOSAL: '9/86400' } })
let masjid: TestAccount
let khateeb: TestAccount
let slots: [Slot, Slot, Slot]
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slots = [
    await postSlot(masjid),
    await postSlot(masjid, '13:00', fridayAfter(1)),
    await postSlot(masjid, '15:00'),
  ]
  await app.database.db.deleteFrom('letters').execute()
})

async function idOf({ masjidUid, khutbahDate, khutbahTime }: Slot): Promise<string> {
  const { khutbahs } = await khateeb.client.call(getMasjidDetails, { masjidId: masjidUid, date: khutbahDate })
  const slot = khutbahs[0]?.times.find(({ time }) => time.time === khutbahTime)
  if (slot === undefined) throw new Error(`${khutbahDate} ${khutbahTime} isn't posted`)
  return slot.slotId
}

async function request(which: readonly Slot[], seenStart?: string) {
  const ids = await Promise.all(which.map(idOf))
  return khateeb.client.call(requestSlots, {
    khateebUid: 'me',
    slots: ids.map((slotId) => ({ slotId, seenStart })),
  })
}

const pendingRequests = async () => (await khateeb.client.call(getUser, { uid: 'me' })).sentRequestCount

test('a khateeb’s call that requests several slots of two masjids sends each masjid one letter', async () => {
  const other = await newMasjid(app.baseUrl)
  const elsewhere = await postSlot(other, '13:00', fridayAfter(2))
  await app.database.db.deleteFrom('letters').execute()
  expect(await request([...slots, elsewhere])).toEqual({ changed: true, requests: 4 })
  const { requestCount } = await masjid.client.call(getMasjid, { uid: 'me' })
  expect(requestCount).toBe(3)
  const letters = await app.database.db.selectFrom('letters').select(['kind', 'recipient']).execute()
  expect(letters.toSorted((one, two) => one.kind.localeCompare(two.kind))).toEqual([
    { kind: 'gathered', recipient: masjid.email },
    { kind: 'request_received', recipient: other.email },
  ])
})

test('requesting several slots is idempotent, and skips slots that are already requested', async () => {
  await requestSlot(khateeb, slots[0])
  expect(await request(slots)).toEqual({ changed: true, requests: 2 })
  expect(await request([slots[1], slots[0], slots[1]])).toEqual({ changed: false, requests: 0 })
  expect(await pendingRequests()).toBe(3)
})

test('requesting several slots requests no slot if one slot cannot be requested, and the failure contains the id of that slot', async () => {
  const [first, second, third] = slots
  await confirmKhateeb(masjid, await newKhateeb(app.baseUrl), second)
  const [secondId, thirdId] = [await idOf(second), await idOf(third)]
  await expect(request(slots)).rejects.toMatchObject({ code: 'slot_taken', about: { slotId: secondId } })
  await inviteKhateeb(masjid, khateeb, third)
  await expect(request([first, third])).rejects.toMatchObject({
    code: 'already_invited',
    about: { slotId: thirdId },
  })
  expect(await pendingRequests()).toBe(0)
  expect((await listQueuedLetters(app.database)).filter((it) => it.startsWith('request_received'))).toEqual([
    expect.not.stringContaining(khateeb.email),
  ])
})

test('requesting slots at overlapping hours is refused, and the failure contains the id of the later slot', async () => {
  const overlapping = await postSlot(await newMasjid(app.baseUrl), '13:59')
  const slotId = await idOf(overlapping)
  await expect(request([overlapping, ...slots])).rejects.toMatchObject({
    code: 'slots_overlap',
    about: { slotId },
  })
  expect(await pendingRequests()).toBe(0)
})

test('requesting a slot is refused if it has moved since the khateeb saw it, and the failure contains the slot’s id', async () => {
  const slotId = await idOf(slots[0])
  await expect(request([slots[0]], '2026-01-02T18:00:00.000Z')).rejects.toMatchObject({
    code: 'start_changed',
    about: { slotId },
  })
})

test('the approval of one of several requests leaves the others pending', async () => {
  await request(slots)
  await approveKhateeb(masjid, khateeb, slots[0])
  expect((await slotSeenBy(masjid, slots[0])).khateebUid).toBe(khateeb.uid)
  expect(await pendingRequests()).toBe(2)
})

test('requesting more than 20 slots is refused, with an error at the field', async () => {
  const slotId = await idOf(slots[0])
  const many = Array.from({ length: maxSlotsToRequest + 1 }, () => ({ slotId }))
  await expect(khateeb.client.call(requestSlots, { khateebUid: 'me', slots: many })).rejects.toMatchObject({
    fields: { slots: expect.stringContaining('1 to 20') },
  })
})

test('each request of a call counts toward the rate limit, but requests of a failed call do not', async () => {
  const overlapping = await postSlot(await newMasjid(app.baseUrl), '13:30')
  for (let time = 0; time < 3; time += 1)
    await expect(request([...slots, overlapping])).rejects.toMatchObject({ code: 'slots_overlap' })
  await request(slots)
  await request(slots)
  const more = [
    await postSlot(masjid, '13:00', fridayAfter(2)),
    await postSlot(masjid, '15:00', fridayAfter(2)),
  ]
  await expect(request([...slots.slice(1), ...more])).rejects.toMatchObject({ code: 'email_unconfirmed' })
  expect(await request(more)).toMatchObject({ requests: 2 })
})
