import { expect } from 'vitest'
import { removeSlot } from '../../contract/khutbahs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import type { NewsSettings } from '../../domain/news/delivery.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters, sendAndCollectLettersTo } from '../runtime/collect-letters.ts'
import { setNews } from '../runtime/news-settings.ts'
import {
  approveKhateeb,
  confirmByInvite,
  confirmKhateeb,
  fridayAfter,
  moveSlotTo,
  postSlot,
  removeKhateebFrom,
  requestSlot,
  withdrawFrom,
} from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'
import {
  calendarsIn,
  createAndReadCalendar,
  makeHeldLettersDue,
  moveToHour,
  sendAndReadCalendarFiles,
} from './letters-with-calendar.ts'

const app = await startApp()
const test = testWithPeople(app)

test('a party that ends an assignment gets the moved event if the slot has moved and the khateeb is confirmed again before the letter about the end is sent', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  await removeKhateebFrom(masjid, slot)
  const moved = await moveToHour(masjid, slot, '17:00')
  // The masjid gets no letter about its own approval.
  await confirmKhateeb(masjid, khateeb, moved)
  const toMasjid = await sendAndCollectLettersTo(app.database, masjid)
  expect(toMasjid.map(calendarsIn)).toEqual([[await createAndReadCalendar(app, masjid)]])
  expect(toMasjid[0]?.text).toContain('the attached file updates it')
  expect(toMasjid[0]?.subject).not.toContain('no longer')
})

test('a daily digest has the moved event if the khateeb is confirmed again after his removal', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  await setNews(masjid, { delivery: 'digest' })
  await removeKhateebFrom(masjid, slot)
  await confirmKhateeb(masjid, khateeb, await moveToHour(masjid, slot, '17:00'))
  await makeHeldLettersDue(app)
  const letters = await sendAndCollectLettersTo(app.database, masjid)
  expect(letters.map(({ kind }) => kind)).toEqual(['gathered'])
  expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(app, masjid)]])
})

test('a daily digest updates an event once even if the khateeb was removed at two different times before he is confirmed again', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  await setNews(masjid, { delivery: 'digest' })
  await removeKhateebFrom(masjid, slot)
  const moved = await moveToHour(masjid, slot, '17:00')
  await confirmKhateeb(masjid, khateeb, moved)
  await removeKhateebFrom(masjid, moved)
  await confirmKhateeb(masjid, khateeb, moved)
  await makeHeldLettersDue(app)
  const letters = await sendAndCollectLettersTo(app.database, masjid)
  // A digest with several items would have the subject "2 updates about your khutbahs".
  expect(letters.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Calendar update: /)])
})

test('a masjid that moves a removed khateeb’s slot to another date, posts its former time again and confirms him for both gets both events', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  await removeKhateebFrom(masjid, slot)
  const khutbahDate = fridayAfter(1)
  await moveSlotTo(masjid, slot, slot.khutbahTime, khutbahDate)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid))
  await confirmKhateeb(masjid, khateeb, { ...slot, khutbahDate })
  const letters = await sendAndCollectLettersTo(app.database, masjid)
  expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(app, masjid)]])
})

test('a masjid that removes its khateeb gets the event at its new instant if its time zone has changed and the khateeb is confirmed again before the letter is sent', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  await removeKhateebFrom(masjid, slot)
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  // The masjid gets no letter about its own approval.
  await confirmKhateeb(masjid, khateeb, slot)
  const letters = await sendAndCollectLettersTo(app.database, masjid)
  expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(app, masjid)]])
  expect(letters[0]?.text).toContain('Time: 1:00 PM (Central Standard Time)')
})

test.for<['khateeb' | 'masjid', string]>([
  ['khateeb', 'who accepts the invite to the moved slot after the masjid has removed him'],
  ['masjid', 'that approves the request for the moved slot after the khateeb has withdrawn'],
])(
  'an overtaken letter about the end of an assignment becomes an update of the event for a %s %s',
  async ([party], { masjid, khateeb, slot }) => {
    const reader = party === 'khateeb' ? khateeb : masjid
    if (party === 'khateeb') await confirmKhateeb(masjid, khateeb, slot)
    else await confirmByInvite(masjid, khateeb, slot)
    await sendAndCollectLetters(app.database)
    if (party === 'khateeb') await removeKhateebFrom(masjid, slot)
    else await withdrawFrom(khateeb, slot)
    const moved = await moveToHour(masjid, slot, '17:00')
    if (party === 'khateeb') await confirmByInvite(masjid, khateeb, moved)
    else await confirmKhateeb(masjid, khateeb, moved)
    const letters = await sendAndCollectLettersTo(app.database, reader)
    expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(app, reader)]])
    expect(letters[0]?.text).toContain('the attached file updates it')
  },
)

test.for<['khateeb' | 'masjid', NewsSettings['delivery']]>([
  ['khateeb', 'at_once'],
  ['khateeb', 'digest'],
  ['masjid', 'at_once'],
  ['masjid', 'digest'],
])(
  'a %s with the delivery %s gets only the letter about the new confirmation if the slot has moved and the letter about the end of the first assignment was overtaken',
  async ([party, delivery], { masjid, khateeb, slot }) => {
    const reader = party === 'khateeb' ? khateeb : masjid
    const confirm = party === 'khateeb' ? confirmKhateeb : confirmByInvite
    await confirm(masjid, khateeb, slot)
    await sendAndCollectLetters(app.database)
    await setNews(reader, { delivery })
    await (party === 'khateeb' ? withdrawFrom(khateeb, slot) : removeKhateebFrom(masjid, slot))
    await confirm(masjid, khateeb, await moveToHour(masjid, slot, '17:00'))
    await makeHeldLettersDue(app)
    const letters = await sendAndCollectLettersTo(app.database, reader)
    const subject = party === 'khateeb' ? /^You are giving/ : /will give the khutbah/
    expect(letters.map((it) => it.subject)).toEqual([expect.stringMatching(subject)])
    expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(app, reader)]])
  },
)

test.for<['khateeb' | 'masjid', string]>([
  ['khateeb', 'whose slot is posted again and who accepts an invite to the new slot'],
  [
    'masjid',
    'that removes the slot of a khateeb who has withdrawn, posts it again, and approves his request for the new slot',
  ],
])(
  'a %s %s gets the event of the new slot instead of the old event if the letter about the end of the first assignment was overtaken',
  async ([party], { masjid, khateeb, slot }) => {
    const reader = party === 'khateeb' ? khateeb : masjid
    if (party === 'khateeb') await confirmKhateeb(masjid, khateeb, slot)
    else await confirmByInvite(masjid, khateeb, slot)
    const [published] = await sendAndReadCalendarFiles(app, reader)
    const oldUid = published?.events[0]?.uid
    if (party === 'masjid') await withdrawFrom(khateeb, slot)
    await masjid.client.call(removeSlot, slot)
    await postSlot(masjid)
    if (party === 'khateeb') await confirmByInvite(masjid, khateeb, slot)
    else await confirmKhateeb(masjid, khateeb, slot)
    const letters = await sendAndCollectLettersTo(app.database, reader)
    const events = await createAndReadCalendar(app, reader)
    expect(letters.map(calendarsIn)).toEqual([
      [events.filter(({ uid }) => uid !== oldUid), events.filter(({ uid }) => uid === oldUid)],
    ])
    expect(letters[0]?.calendar.map(({ method }) => method)).toEqual(['PUBLISH', 'CANCEL'])
    expect(letters[0]?.text).toContain('confirmed for this khutbah')
    expect(letters[0]?.text).toContain('the attached files replace it')
    expect(letters[0]?.text).not.toContain('won’t be giving')
  },
)

test('a khateeb who withdraws before he has confirmed a new time gets the confirmed event if he accepts an invite before the letter about his withdrawal is sent', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(app, khateeb)
  const moved = await moveToHour(masjid, slot, '17:00')
  expect(await sendAndReadCalendarFiles(app, khateeb)).toMatchObject([{ events: [{ status: 'TENTATIVE' }] }])
  await withdrawFrom(khateeb, moved)
  await confirmByInvite(masjid, khateeb, moved)
  const letters = await sendAndCollectLettersTo(app.database, khateeb)
  expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(app, khateeb)]])
  expect(calendarsIn(letters[0] ?? { calendar: [] })).toMatchObject([[{ status: 'CONFIRMED' }]])
})

test('a masjid that approves the request of a khateeb who has withdrawn gets the moved event even before he confirms the new time', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  await withdrawFrom(khateeb, slot)
  await requestSlot(khateeb, slot)
  await approveKhateeb(masjid, khateeb, await moveToHour(masjid, slot, '17:00'))
  const letters = await sendAndCollectLettersTo(app.database, masjid)
  expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(app, masjid)]])
  expect(calendarsIn(letters[0] ?? { calendar: [] })).toMatchObject([[{ status: 'TENTATIVE' }]])
  expect(letters[0]?.text).toContain('hasn’t confirmed the new time yet')
})

test.for<NewsSettings['delivery']>(['at_once', 'digest'])(
  'a member who has turned off confirmations, with the delivery %s, gets one update of the event if the khateeb is confirmed again before the letter about the end is sent',
  async (delivery, { masjid, khateeb, slot }) => {
    await confirmByInvite(masjid, khateeb, slot)
    await sendAndCollectLetters(app.database)
    await setNews(masjid, { delivery, muted: ['confirmed'] })
    await removeKhateebFrom(masjid, slot)
    await confirmByInvite(masjid, khateeb, await moveToHour(masjid, slot, '17:00'))
    await makeHeldLettersDue(app)
    const letters = await sendAndCollectLettersTo(app.database, masjid)
    expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(app, masjid)]])
  },
)
