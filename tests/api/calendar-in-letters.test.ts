import { expect } from 'vitest'
import { addMasjid, deleteAccount } from '../../contract/identity.ts'
import { removeSlot, removeSlots } from '../../contract/khutbahs.ts'
import { deleteMasjid } from '../../contract/members.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters } from '../runtime/collect-letters.ts'
import { anotherMasjid, password, type TestAccount } from '../runtime/people.ts'
import {
  confirmByInvite,
  confirmKhateeb,
  postSlot,
  removeKhateebFrom,
  requestSlot,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'
import {
  createAndReadCalendar,
  sendAndListSubjects,
  sendAndReadCalendarFiles,
} from './letters-with-calendar.ts'

const app = await startApp()
const test = testWithPeople(app)

test('a letter about a confirmation or a cancellation has a file with the same event as the recipient’s calendar', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const type = 'text/calendar'
  expect(await sendAndReadCalendarFiles(app, khateeb)).toEqual([
    { type, method: 'PUBLISH', events: await createAndReadCalendar(app, khateeb) },
  ])
  await withdrawFrom(khateeb, slot)
  const [canceled] = await createAndReadCalendar(app, masjid)
  expect(canceled).toMatchObject({ status: 'CANCELLED' })
  expect(await sendAndReadCalendarFiles(app, masjid)).toEqual([
    { type, method: 'CANCEL', events: [canceled] },
  ])
  await confirmByInvite(masjid, khateeb, slot)
  expect(await sendAndReadCalendarFiles(app, masjid)).toEqual([
    { type, method: 'PUBLISH', events: await createAndReadCalendar(app, masjid) },
  ])
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([
    { method: 'CANCEL', events: [{ status: 'CANCELLED' }] },
  ])
})

test('a khateeb who withdraws gets the canceled event if an earlier letter had the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(app, khateeb)
  await withdrawFrom(khateeb, slot)
  expect(await sendAndReadCalendarFiles(app, khateeb)).toEqual([
    { type: 'text/calendar', method: 'CANCEL', events: await createAndReadCalendar(app, khateeb) },
  ])
})

test('a party that ends an assignment gets no letter if no earlier letter had the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await withdrawFrom(khateeb, slot)
  expect(await sendAndListSubjects(app, khateeb)).toEqual([])
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndListSubjects(app, masjid)
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndListSubjects(app, masjid)).toEqual([])
})

test('a masjid that removes its khateeb or a slot sends the canceled events to all members who got the events', async ({
  khateeb,
}) => {
  const owner = await newOwner(app)
  const colleague = await newMember(app, owner, 'scheduler')
  const slots = [
    await postSlot(owner),
    await postSlot(owner, '15:00'),
    await postSlot(owner, '17:00'),
    await postSlot(owner, '19:00'),
  ] as const
  for (const slot of slots.slice(0, 3)) {
    await confirmByInvite(owner, khateeb, slot)
  }
  await confirmKhateeb(owner, khateeb, slots[3])
  await sendAndReadCalendarFiles(app, owner)
  const latecomer = await newMember(app, owner, 'scheduler')
  await removeKhateebFrom(colleague, slots[0])
  expect(await sendAndReadCalendarFiles(app, owner)).toMatchObject([
    { method: 'CANCEL', events: [{ status: 'CANCELLED' }] },
  ])
  const slotIds = await Promise.all(slots.slice(1).map(async (it) => (await slotSeenBy(owner, it)).slotId))
  await owner.client.call(removeSlots, { masjidUid: 'me', slotIds })
  // One act sends one letter, here with two files. It has no file for the fourth slot, because no letter to the masjid had the event of
  // this slot.
  expect(await sendAndReadCalendarFiles(app, colleague)).toMatchObject([
    { method: 'CANCEL', events: [{ status: 'CANCELLED' }] },
    { method: 'CANCEL', events: [{ status: 'CANCELLED' }] },
  ])
  expect(await sendAndListSubjects(app, latecomer)).toEqual([])
})

test('a letter about a removed slot has a calendar file only for a confirmed khateeb', async ({
  masjid,
  khateeb,
  rival,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const other = await postSlot(masjid, '15:00')
  await requestSlot(rival, other)
  await sendAndReadCalendarFiles(app, khateeb)
  await masjid.client.call(removeSlot, slot)
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([{ method: 'CANCEL' }])
  await masjid.client.call(removeSlot, other)
  expect(await sendAndReadCalendarFiles(app, rival)).toEqual([])
})

test('the letter about a masjid’s deleted account has a file with the canceled events', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(app, khateeb)
  await masjid.client.call(deleteAccount, { password })
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([
    { method: 'CANCEL', events: await createAndReadCalendar(app, khateeb) },
  ])
})

test('the last letter to a member of a deleted masjid cancels the events in earlier letters to this member', async ({
  khateeb,
}) => {
  const owner = await newOwner(app)
  const colleague = await newMember(app, owner, 'scheduler')
  const slot = await postSlot(owner)
  await confirmByInvite(owner, khateeb, slot)
  await sendAndReadCalendarFiles(app, owner)
  const latecomer = await newMember(app, owner, 'scheduler')
  await colleague.client.call(addMasjid, anotherMasjid)
  await owner.client.call(deleteMasjid, { password })
  const letters = await sendAndCollectLetters(app.database)
  const methodsTo = ({ email }: TestAccount) =>
    letters
      .filter(({ to }) => to === email)
      .flatMap(({ kind, calendar }) => [kind, ...calendar.map(({ method }) => method)])
  expect(methodsTo(owner)).toEqual(['account_deleted', 'CANCEL'])
  expect(methodsTo(colleague)).toContain('membership_ended')
  expect(methodsTo(colleague)).toContain('CANCEL')
  expect(methodsTo(latecomer)).toContain('account_deleted')
  expect(methodsTo(latecomer)).not.toContain('CANCEL')
})

test('the last letter to a khateeb who deletes his account has a file with the canceled events', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const [published] = await sendAndReadCalendarFiles(app, khateeb)
  await khateeb.client.call(deleteAccount, { password })
  const [canceled] = await sendAndReadCalendarFiles(app, khateeb)
  expect(canceled).toMatchObject({ method: 'CANCEL', events: [{ uid: published?.events[0]?.uid }] })
})

test('a digest has calendar files with the events of all its news', async ({ masjid, khateeb, slot }) => {
  const lost = [slot, await postSlot(masjid, '15:00')]
  for (const it of lost) await confirmKhateeb(masjid, khateeb, it)
  await sendAndReadCalendarFiles(app, khateeb)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '17:00'))
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '19:00'))
  for (const it of lost) await removeKhateebFrom(masjid, it)
  // Above the hourly limit, urgent news is sent in one digest.
  const files = await sendAndReadCalendarFiles(app, khateeb, 1)
  const methods = files.flatMap(({ method, events }) => events.map(() => method))
  expect(methods.toSorted()).toEqual(['CANCEL', 'CANCEL', 'PUBLISH', 'PUBLISH'])
})
