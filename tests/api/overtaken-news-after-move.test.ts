import { beforeEach, expect, test } from 'vitest'
import { getNews } from '../../contract/news.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters, sendAndListKindsTo } from '../runtime/collect-letters.ts'
import { listNewsKinds } from '../runtime/list-news-kinds.ts'
import type { TestAccount } from '../runtime/people.ts'
import {
  acceptInviteTo,
  confirmByInvite,
  friday,
  fridayAfter,
  inviteKhateeb,
  moveSlotTo,
  rejectKhateeb,
  removeKhateebFrom,
  requestSlot,
  type Slot,
  withdrawFrom,
} from '../runtime/slots.ts'
import { setUpConfirmedSlot } from './confirmed-slot.ts'

// Letters wait in the outbox until a test sends them, as if the mail server were unreachable.
const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
let movedSlot: Slot

beforeEach(async () => {
  ;({ masjid, khateeb, slot } = await setUpConfirmedSlot(app))
  movedSlot = { ...slot, khutbahTime: '14:00' }
})

/** Moves the slot by an hour, so that the assignments before and after the move have different times. */
const move = () => moveSlotTo(masjid, slot, movedSlot.khutbahTime)

test('a khateeb who is confirmed again after the slot has moved on the same date gets no news that he was removed', async () => {
  await removeKhateebFrom(masjid, slot)
  await move()
  expect(await listNewsKinds(khateeb)).toContain('khateeb_removed')
  await confirmByInvite(masjid, khateeb, movedSlot)
  expect(await listNewsKinds(khateeb)).not.toContain('khateeb_removed')
  expect(await sendAndListKindsTo(app.database, khateeb)).not.toContain('khateeb_removed')
})

test('a masjid gets no news of a withdrawal if the khateeb is then confirmed again for the moved slot', async () => {
  await withdrawFrom(khateeb, slot)
  await move()
  expect(await listNewsKinds(masjid)).toContain('khateeb_withdrew')
  await confirmByInvite(masjid, khateeb, movedSlot)
  expect(await listNewsKinds(masjid)).not.toContain('khateeb_withdrew')
  expect(await sendAndListKindsTo(app.database, masjid)).toEqual(['invite_accepted'])
})

test('a khateeb who has accepted an invite after the slot has moved gets no news of the move', async () => {
  await removeKhateebFrom(masjid, slot)
  await inviteKhateeb(masjid, khateeb, slot)
  await move()
  await acceptInviteTo(khateeb, movedSlot)
  expect(await listNewsKinds(khateeb)).not.toContain('slot_moved')
  expect(await sendAndListKindsTo(app.database, khateeb)).not.toContain('slot_moved')
})

test('a khateeb whose request for a moved slot was rejected, and who was then invited, gets no letter about the request', async () => {
  await removeKhateebFrom(masjid, slot)
  await requestSlot(khateeb, slot)
  await move()
  await rejectKhateeb(masjid, khateeb, movedSlot)
  await inviteKhateeb(masjid, khateeb, movedSlot)
  expect(await listNewsKinds(khateeb)).not.toContain('slot_moved')
  expect((await sendAndListKindsTo(app.database, khateeb)).toSorted()).toEqual([
    'invite_received',
    'khateeb_removed',
  ])
})

test('a khateeb who was removed from a moved slot and then invited gets no letter about the move', async () => {
  await move()
  await removeKhateebFrom(masjid, movedSlot)
  await inviteKhateeb(masjid, khateeb, movedSlot)
  expect((await sendAndListKindsTo(app.database, khateeb)).toSorted()).toEqual([
    'invite_received',
    'khateeb_removed',
  ])
})

test('a khateeb who is removed from a slot and confirmed again on its new date still gets the news of his removal with the old date', async () => {
  await removeKhateebFrom(masjid, slot)
  await moveSlotTo(masjid, slot, '13:00', fridayAfter(1))
  const later = { ...slot, khutbahDate: fridayAfter(1) }
  await confirmByInvite(masjid, khateeb, later)
  const [removal, ...others] = (await khateeb.client.call(getNews, {})).filter(
    (it) => it.kind === 'khateeb_removed',
  )
  expect(others).toEqual([])
  expect(removal).toMatchObject({ khutbahDate: friday, khutbahTime: '13:00' })
  expect(await sendAndListKindsTo(app.database, khateeb)).toEqual(['khateeb_removed'])
})

test('a queued letter about an accepted invite does not say “confirmed” while the khateeb is asked to confirm a new time', async () => {
  await withdrawFrom(khateeb, slot)
  await confirmByInvite(masjid, khateeb, slot)
  await move()
  const letters = await sendAndCollectLetters(app.database)
  const acceptance = letters.find((it) => it.to === masjid.email && it.kind === 'invite_accepted')
  expect(acceptance?.subject).toContain('hasn’t confirmed the new time yet')
  expect(acceptance?.text).not.toContain('is confirmed')
})
