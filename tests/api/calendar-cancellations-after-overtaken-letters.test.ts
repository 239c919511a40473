import { expect } from 'vitest'
import { startApp } from '../runtime/app.ts'
import {
  confirmByInvite,
  confirmKhateeb,
  removeKhateebFrom,
  requestSlot,
  withdrawFrom,
} from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'
import { moveToHour, sendAndReadCalendarFiles } from './letters-with-calendar.ts'

const app = await startApp()
const test = testWithPeople(app)

test('a masjid that removes a khateeb twice gets the canceled event after the second removal if the letter about the first was overtaken', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  expect(await sendAndReadCalendarFiles(app, masjid)).toMatchObject([{ method: 'PUBLISH' }])
  // The letter about this first removal is not sent yet when the second confirmation makes it overtaken.
  await removeKhateebFrom(masjid, slot)
  await confirmKhateeb(masjid, khateeb, slot)
  expect(await sendAndReadCalendarFiles(app, masjid)).toEqual([])
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndReadCalendarFiles(app, masjid)).toMatchObject([{ method: 'CANCEL' }])
})

test('a khateeb who withdraws twice from a slot gets the canceled event after the second withdrawal if the letter about the first was overtaken', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([{ method: 'PUBLISH' }])
  // The letter about this first withdrawal is not sent yet when the second confirmation makes it overtaken.
  await withdrawFrom(khateeb, slot)
  await confirmByInvite(masjid, khateeb, slot)
  expect(await sendAndReadCalendarFiles(app, khateeb)).toEqual([])
  await withdrawFrom(khateeb, slot)
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([{ method: 'CANCEL' }])
})

test('a member whose event was canceled gets no second cancellation if no letter had told the member of the confirmation in between', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(app, masjid)
  await withdrawFrom(khateeb, slot)
  expect(await sendAndReadCalendarFiles(app, masjid)).toMatchObject([{ method: 'CANCEL' }])
  await confirmKhateeb(masjid, khateeb, slot)
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndReadCalendarFiles(app, masjid)).toEqual([])
})

test('a canceled event keeps its start even if the khateeb requests the slot again and the slot then moves', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  const [published] = await sendAndReadCalendarFiles(app, masjid)
  await withdrawFrom(khateeb, slot)
  await requestSlot(khateeb, slot)
  await moveToHour(masjid, slot, '17:00')
  const [{ uid, startsAt } = {}] = published?.events ?? []
  expect(await sendAndReadCalendarFiles(app, masjid)).toMatchObject([
    { method: 'CANCEL', events: [{ uid, startsAt, status: 'CANCELLED' }] },
  ])
})

test('a letter about an ended assignment cancels the event if the khateeb has a new proposal for the slot', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(app, masjid)
  await withdrawFrom(khateeb, slot)
  await requestSlot(khateeb, slot)
  // The letter does not make the event tentative: if the masjid decides the request, it gets no letter about its own decision, so no letter
  // would cancel a tentative event later.
  expect(await sendAndReadCalendarFiles(app, masjid)).toMatchObject([{ method: 'CANCEL' }])
})
