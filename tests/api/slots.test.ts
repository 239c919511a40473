import { beforeEach, describe, expect } from 'vitest'
import { removeKhateeb } from '../../contract/assignments.ts'
import { addKhutbah, getMyKhutbahs, removeSlot } from '../../contract/khutbahs.ts'
import { rejectInvite } from '../../contract/proposals.ts'
import { startApp } from '../runtime/app.ts'
import { newKhateeb, type TestAccount } from '../runtime/people.ts'
import { conflict, invalidInput } from '../runtime/refusals.ts'
import {
  confirmKhateeb,
  inviteKhateeb,
  listQueuedLetters,
  postSlot,
  rejectInviteTo,
  requestSlot,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'

const app = await startApp()
const test = testWithPeople(app)

beforeEach(() => app.database.db.deleteFrom('letters').execute())

describe('a filled slot', () => {
  test.beforeEach(({ masjid, khateeb, slot }) => confirmKhateeb(masjid, khateeb, slot))

  test('is open after the masjid removes the khateeb, and another khateeb can fill it', async ({
    masjid,
    khateeb,
    rival,
    slot,
  }) => {
    const { assignmentId } = await slotSeenBy(masjid, slot)
    await masjid.client.call(removeKhateeb, { ...slot, assignmentId })
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateeb: 'None', assignmentId: null })
    expect(await masjid.client.call(removeKhateeb, { ...slot, assignmentId })).toMatchObject({
      changed: false,
      by: { event: 'khateeb_removed', isCaller: true },
    })
    await confirmKhateeb(masjid, rival, slot)
    await expect(masjid.client.call(removeKhateeb, { ...slot, assignmentId })).rejects.toMatchObject(
      conflict('assignment_changed'),
    )
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateebUid: rival.uid })
    expect(await listQueuedLetters(app.database)).toContain(`khateeb_removed to ${khateeb.email}`)
  })

  test('is open after the khateeb withdraws, and the masjid gets the reason', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    const reason = 'My daughter is being born.'
    await withdrawFrom(khateeb, slot, reason)
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateeb: 'None', assignmentId: null })
    expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).toEqual([])
    const letter = await app.database.db
      .selectFrom('letters')
      .where('kind', '=', 'khateeb_withdrew')
      .select(['recipient', 'props'])
      .executeTakeFirstOrThrow()
    expect(letter).toMatchObject({ recipient: masjid.email, props: { reason } })
    await expect(masjid.client.call(removeKhateeb, slot)).rejects.toMatchObject({
      code: 'assignment_withdrawn',
    })
  })

  test('can be removed and reposted, and the removal notifies the khateeb', async ({
    masjid,
    khateeb,
    rival,
    slot,
  }) => {
    await masjid.client.call(removeSlot, slot)
    expect(await masjid.client.call(removeSlot, slot)).toMatchObject({
      changed: false,
      by: { event: 'slot_removed', isCaller: true },
    })
    expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).toEqual([])
    expect(await listQueuedLetters(app.database)).toContain(`slot_removed to ${khateeb.email}`)
    await expect(requestSlot(rival, slot)).rejects.toMatchObject({ status: 404 })
    await postSlot(masjid)
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ khateeb: 'None' })
    await requestSlot(rival, slot)
  })
})

async function repost(masjid: TestAccount, slot: Slot): Promise<void> {
  await masjid.client.call(removeSlot, { ...slot, masjidUid: 'me' })
  await postSlot(masjid, slot.khutbahTime, slot.khutbahDate)
}

test('removing a slot notifies requesting and invited khateebs', async ({ masjid, khateeb }) => {
  const open = await postSlot(masjid, '16:00')
  const invited = await newKhateeb(app.baseUrl)
  await requestSlot(khateeb, open)
  await inviteKhateeb(masjid, invited, open)
  await masjid.client.call(removeSlot, open)
  const told = (await listQueuedLetters(app.database)).filter((it) => it.startsWith('slot_removed'))
  expect(told).toContain(`slot_removed to ${khateeb.email}`)
  expect(told).toContain(`slot_removed to ${invited.email}`)
})

describe('after a slot was removed and posted again,', () => {
  test('a repeated rejection returns the first result until there is a new proposal', async ({
    masjid,
    khateeb,
    slot,
  }) => {
    await inviteKhateeb(masjid, khateeb, slot)
    const { requestId } = await rejectInviteTo(khateeb, slot)
    const again = { requestId, state: 'rejected', changed: false, closed: [] }
    await repost(masjid, slot)
    expect(await rejectInviteTo(khateeb, slot)).toEqual(again)
    const { requestId: second } = await inviteKhateeb(masjid, khateeb, slot)
    expect(await rejectInviteTo(khateeb, slot)).toEqual({
      requestId: second,
      state: 'rejected',
      changed: true,
      closed: [],
    })
    const first = { ...slot, khateebUid: 'me', requestId }
    expect(await khateeb.client.call(rejectInvite, first)).toEqual(again)
  })

  test('a repeated withdrawal changes nothing', async ({ masjid, khateeb, slot }) => {
    await confirmKhateeb(masjid, khateeb, slot)
    expect(await withdrawFrom(khateeb, slot)).toEqual({ changed: true })
    await repost(masjid, slot)
    expect(await withdrawFrom(khateeb, slot)).toEqual({ changed: false })
  })
})

test('a date has at most 24 slots, counted over all calls', async ({ masjid, slot }) => {
  const posted = { masjidUid: 'me', date: slot.khutbahDate }
  const times = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
  await masjid.client.call(addKhutbah, { ...posted, times })
  await expect(masjid.client.call(addKhutbah, { ...posted, times: ['09:30'] })).rejects.toMatchObject(
    invalidInput({ times: 'One date may have at most 24 slots.' }),
  )
  expect(await masjid.client.call(addKhutbah, { ...posted, times })).toMatchObject({ added: [] })
})
