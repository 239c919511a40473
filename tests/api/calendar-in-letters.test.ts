import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { expect } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { makeCalendarAddress } from '../../contract/calendar.ts'
import { addMasjid, deleteAccount } from '../../contract/identity.ts'
import { removeSlot, removeSlots } from '../../contract/khutbahs.ts'
import { deleteMasjid } from '../../contract/members.ts'
import { changeNewsSettings } from '../../contract/news.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { defaultNewsSettings, type NewsSettings } from '../../domain/news/delivery.ts'
import { databaseNow } from '../../server/database/database.ts'
import type { OutgoingLetter } from '../../server/letters/transport.ts'
import { startApp } from '../runtime/app.ts'
import { sendAndCollectLetters, sendAndCollectLettersTo } from '../runtime/collect-letters.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { password, type TestAccount } from '../runtime/people.ts'
import { readCalendar } from '../runtime/read-calendar.ts'
import { sendLetters } from '../runtime/send-due-letters.ts'
import {
  acceptInviteTo,
  approveKhateeb,
  confirmByInvite,
  confirmKhateeb,
  fridayAfter,
  inviteKhateeb,
  moveSlotTo,
  postSlot,
  removeKhateebFrom,
  requestSlot,
  type Slot,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'
import { newMember, newOwner } from '../runtime/team.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'

const app = await startApp()
const test = testWithPeople(app)
const dataDir = await newDataFolder()

/** Sends the queued letters. Returns the letters to an account. */
async function sendAndReadLetters({ email }: TestAccount, perHour?: number) {
  const folder = join(dataDir, 'letters')
  await rm(folder, { recursive: true, force: true })
  await sendLetters({ database: app.database, dataDir, ...(perHour !== undefined && { perHour }) })
  const letters = []
  const names: string[] = await readdir(folder).catch(() => [])
  for (const name of names.toSorted())
    letters.push(await PostalMime.parse(await readFile(join(folder, name))))
  return letters.filter(({ to }) => to?.[0]?.address === email)
}

/** Sends the queued letters. Returns the calendar files that are attached to the letters to an account. */
async function sendAndReadCalendarFiles(account: TestAccount, perHour?: number) {
  const files: { type: string; method: string; events: ReturnType<typeof readCalendar> }[] = []
  for (const { attachments } of await sendAndReadLetters(account, perHour)) {
    for (const { mimeType, content, method = '' } of attachments)
      files.push({ type: mimeType, method, events: readCalendar(new TextDecoder().decode(bytesOf(content))) })
  }
  return files
}

/** Returns the events in each calendar file of a letter. */
const calendarsIn = ({ calendar }: Pick<OutgoingLetter, 'calendar'>) =>
  calendar.map(({ content }) => readCalendar(content))

/** Sends the queued letters. Returns the subjects of the letters to an account, except the welcome letter. */
async function sendAndListSubjects(account: TestAccount) {
  const subjects = (await sendAndReadLetters(account)).map(({ subject = '' }) => subject)
  return subjects.filter((it) => !it.startsWith('Welcome'))
}

/** Returns an attachment as bytes. Throws for a string: PostalMime returns strings only on request. */
function bytesOf(content: ArrayBuffer | Uint8Array | string): ArrayBuffer | Uint8Array {
  if (typeof content === 'string') throw new Error('The content is decoded already')
  return content
}

async function createAndReadCalendar({ client }: TestAccount) {
  const { path } = await client.call(makeCalendarAddress, {})
  return readCalendar(await (await fetch(`${app.baseUrl}${path}`)).text())
}

test('a letter about a confirmation or a cancellation attaches the event as the recipient’s calendar shows it', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const type = 'text/calendar'
  expect(await sendAndReadCalendarFiles(khateeb)).toEqual([
    { type, method: 'PUBLISH', events: await createAndReadCalendar(khateeb) },
  ])
  await withdrawFrom(khateeb, slot)
  const [canceled] = await createAndReadCalendar(masjid)
  expect(canceled).toMatchObject({ status: 'CANCELLED' })
  expect(await sendAndReadCalendarFiles(masjid)).toEqual([{ type, method: 'CANCEL', events: [canceled] }])
  await confirmByInvite(masjid, khateeb, slot)
  expect(await sendAndReadCalendarFiles(masjid)).toEqual([
    { type, method: 'PUBLISH', events: await createAndReadCalendar(masjid) },
  ])
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([
    { method: 'CANCEL', events: [{ status: 'CANCELLED' }] },
  ])
})

test('a khateeb who withdraws gets the canceled event if an earlier letter had the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(khateeb)
  await withdrawFrom(khateeb, slot)
  expect(await sendAndReadCalendarFiles(khateeb)).toEqual([
    { type: 'text/calendar', method: 'CANCEL', events: await createAndReadCalendar(khateeb) },
  ])
})

test('a khateeb who withdraws while the letter with the event is being sent gets the canceled event later', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const letters = await sendAndCollectLetters(app.database, undefined, async ({ kind, to }) => {
    if (kind === 'request_approved' && to === khateeb.email) await withdrawFrom(khateeb, slot)
  })
  const withEvents = letters.filter(({ to, calendar }) => to === khateeb.email && calendar.length > 0)
  expect(withEvents.map(({ kind, calendar }) => [kind, ...calendar.map(({ method }) => method)])).toEqual([
    ['request_approved', 'PUBLISH'],
    ['you_withdrew', 'CANCEL'],
  ])
})

/** The masjid moves the slot to another hour of its date. Returns the moved slot. */
async function moveToHour(masjid: TestAccount, slot: Slot, khutbahTime: string): Promise<Slot> {
  await masjid.client.call(moveSlot, { ...slot, toDate: slot.khutbahDate, toTime: khutbahTime })
  return { ...slot, khutbahTime }
}

/** The khateeb confirms the current start of the slot. */
async function confirmNewStart(masjid: TestAccount, khateeb: TestAccount, slot: Slot) {
  const { startsAt: seenStart } = await slotSeenBy(masjid, slot)
  await khateeb.client.call(reconfirmKhateeb, { khateebUid: 'me', seenStart, ...slot })
}

test('a khateeb who reconfirms after a move gets the confirmed event if an earlier letter had the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(khateeb)
  const moved = await moveToHour(masjid, slot, '17:00')
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([
    { method: 'PUBLISH', events: [{ status: 'TENTATIVE' }] },
  ])
  await confirmNewStart(masjid, khateeb, moved)
  const [confirmed] = await createAndReadCalendar(khateeb)
  expect(confirmed).toMatchObject({ status: 'CONFIRMED' })
  expect(await sendAndReadCalendarFiles(khateeb)).toEqual([
    { type: 'text/calendar', method: 'PUBLISH', events: [confirmed] },
  ])
})

test('the members of a masjid that moves its slot get the moved event if an earlier letter had the event', async ({
  khateeb,
}) => {
  const owner = await newOwner(app)
  const colleague = await newMember(app, owner, 'scheduler')
  const slot = await postSlot(owner)
  await confirmByInvite(owner, khateeb, slot)
  await sendAndReadCalendarFiles(owner)
  const latecomer = await newMember(app, owner, 'scheduler')
  const moved = await moveToHour(colleague, slot, '13:40')
  expect(await sendAndReadCalendarFiles(owner)).toEqual([
    { type: 'text/calendar', method: 'PUBLISH', events: await createAndReadCalendar(owner) },
  ])
  await moveToHour(colleague, moved, '13:35')
  expect(await sendAndListSubjects(latecomer)).toEqual([])
})

test.for<[string, Partial<NewsSettings>]>([
  ['has turned confirmations off', { muted: ['confirmed'] }],
  ['gets only news about their own slots', { delivery: 'mine' }],
])(
  'a member who %s gets the event after the khateeb has reconfirmed if an earlier letter to this member had the event',
  async ([_, settings], { khateeb }) => {
    const owner = await newOwner(app)
    const colleague = await newMember(app, owner, 'scheduler')
    const slot = await postSlot(owner)
    await confirmByInvite(owner, khateeb, slot)
    await sendAndReadCalendarFiles(owner)
    const latecomer = await newMember(app, owner, 'scheduler')
    const newsSettings = { ...defaultNewsSettings, ...settings, muted: [...(settings.muted ?? [])] }
    for (const { client } of [colleague, latecomer]) await client.call(changeNewsSettings, newsSettings)
    const moved = await moveToHour(owner, slot, '17:00')
    expect(await sendAndReadCalendarFiles(colleague)).toMatchObject([
      { method: 'PUBLISH', events: [{ status: 'TENTATIVE' }] },
    ])
    await confirmNewStart(owner, khateeb, moved)
    const letters = await sendAndCollectLetters(app.database)
    const [letter, ...others] = letters.filter(({ to }) => to === colleague.email)
    expect(others).toEqual([])
    expect(letter && calendarsIn(letter)).toEqual([await createAndReadCalendar(colleague)])
    expect(letter?.text).toContain('the attached file updates it')
    expect(letters.filter(({ to, kind }) => to === latecomer.email && kind !== 'welcome')).toEqual([])
  },
)

test('after a second move, the masjid’s letter names the start before this move, and the khateeb’s letter the start that he agreed to', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  const moved = await moveToHour(masjid, slot, '17:00')
  await sendAndCollectLetters(app.database)
  await moveToHour(masjid, moved, '18:00')
  const letters = await sendAndCollectLetters(app.database)
  const textTo = ({ email }: TestAccount) => letters.find(({ to }) => to === email)?.text
  expect(textTo(masjid)).toMatch(/Old time: .* at 5:00 PM/u)
  expect(textTo(khateeb)).toMatch(/Old time: .* at 1:00 PM/u)
})

test('a masjid that changes its time zone gets the events at their new instants if an earlier letter had the events', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await confirmByInvite(masjid, khateeb, await postSlot(masjid, '15:00'))
  await sendAndCollectLetters(app.database)
  // The masjid's members got no letter with this event.
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '17:00'))
  await masjid.client.call(updateMasjid, { uid: 'me', masjidAddress: '2 Oak Avenue' })
  expect(await sendAndListSubjects(masjid)).toEqual([])
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  const [letter, ...others] = await sendAndCollectLettersTo(app.database, masjid)
  expect(others).toEqual([])
  const events = await createAndReadCalendar(masjid)
  expect(letter && calendarsIn(letter)).toEqual([events.slice(0, 2)])
  expect(letter?.text).toMatch(/Old time: .* at 3:00 PM \(Eastern Standard Time\)/u)
})

test.for<[string, string, (masjid: TestAccount, slot: Slot) => Promise<unknown>]>([
  ['moves its slot', '1:10 PM (Eastern Standard Time)', (masjid, slot) => moveToHour(masjid, slot, '13:10')],
  [
    'changes its time zone',
    '1:00 PM (Mountain Standard Time)',
    ({ client }) => client.call(updateMasjid, { uid: 'me', zipCode: '80202' }),
  ],
])(
  'a masjid that %s just before another change of its time zone gets only the letter about the last change',
  async ([_, oldTime, change], { masjid, khateeb, slot }) => {
    await confirmByInvite(masjid, khateeb, slot)
    await sendAndCollectLetters(app.database)
    await change(masjid, slot)
    await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    const letters = await sendAndCollectLettersTo(app.database, masjid)
    expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(masjid)]])
    expect(letters[0]?.text.split('\n').find((it) => it.startsWith('Old time'))).toContain(oldTime)
  },
)

test('a party that ends an assignment gets no letter if no earlier letter had the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await withdrawFrom(khateeb, slot)
  expect(await sendAndListSubjects(khateeb)).toEqual([])
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndListSubjects(masjid)
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndListSubjects(masjid)).toEqual([])
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
  await sendAndReadCalendarFiles(owner)
  const latecomer = await newMember(app, owner, 'scheduler')
  await removeKhateebFrom(colleague, slots[0])
  expect(await sendAndReadCalendarFiles(owner)).toMatchObject([
    { method: 'CANCEL', events: [{ status: 'CANCELLED' }] },
  ])
  const slotIds = await Promise.all(slots.slice(1).map(async (it) => (await slotSeenBy(owner, it)).slotId))
  await owner.client.call(removeSlots, { masjidUid: 'me', slotIds })
  // One act sends one letter, here with two files. It has no file for the fourth slot, because no letter to the masjid had the event of
  // this slot.
  expect(await sendAndReadCalendarFiles(colleague)).toMatchObject([
    { method: 'CANCEL', events: [{ status: 'CANCELLED' }] },
    { method: 'CANCEL', events: [{ status: 'CANCELLED' }] },
  ])
  expect(await sendAndListSubjects(latecomer)).toEqual([])
})

test('a letter about a masjid’s move attaches the events of all the khateeb’s assignments at the masjid', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '15:00'))
  await requestSlot(khateeb, await postSlot(masjid, '17:00'))
  await sendAndReadCalendarFiles(khateeb)
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  const confirmed = (await createAndReadCalendar(khateeb)).filter(({ title }) =>
    title.startsWith('Please confirm again'),
  )
  expect(confirmed).toHaveLength(2)
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([{ method: 'PUBLISH', events: confirmed }])
})

test('a letter about a removed slot attaches an event only for a confirmed khateeb', async ({
  masjid,
  khateeb,
  rival,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const other = await postSlot(masjid, '15:00')
  await requestSlot(rival, other)
  await sendAndReadCalendarFiles(khateeb)
  await masjid.client.call(removeSlot, slot)
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([{ method: 'CANCEL' }])
  await masjid.client.call(removeSlot, other)
  expect(await sendAndReadCalendarFiles(rival)).toEqual([])
})

test('the letter about a masjid’s deleted account attaches the canceled events', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(khateeb)
  await masjid.client.call(deleteAccount, { password })
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([
    { method: 'CANCEL', events: await createAndReadCalendar(khateeb) },
  ])
})

test('the last letter to a member of a deleted masjid attaches the canceled events that earlier letters to this member had', async ({
  khateeb,
}) => {
  const owner = await newOwner(app)
  const colleague = await newMember(app, owner, 'scheduler')
  const slot = await postSlot(owner)
  await confirmByInvite(owner, khateeb, slot)
  await sendAndReadCalendarFiles(owner)
  const latecomer = await newMember(app, owner, 'scheduler')
  await colleague.client.call(addMasjid, {
    masjidName: 'Masjid an-Nur',
    masjidAddress: '2 Oak Avenue',
    zipCode: '48126',
    phone: '(313) 555-0144',
    website: '',
  })
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

test('the last letter to a khateeb who deletes the account attaches the canceled events', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const [published] = await sendAndReadCalendarFiles(khateeb)
  await khateeb.client.call(deleteAccount, { password })
  const [canceled] = await sendAndReadCalendarFiles(khateeb)
  expect(canceled).toMatchObject({ method: 'CANCEL', events: [{ uid: published?.events[0]?.uid }] })
})

test('a digest attaches the events of all its news', async ({ masjid, khateeb, slot }) => {
  const lost = [slot, await postSlot(masjid, '15:00')]
  for (const it of lost) await confirmKhateeb(masjid, khateeb, it)
  await sendAndReadCalendarFiles(khateeb)
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '17:00'))
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '19:00'))
  for (const it of lost) await removeKhateebFrom(masjid, it)
  // Above the hourly limit, urgent news is sent in one digest.
  const files = await sendAndReadCalendarFiles(khateeb, 1)
  const methods = files.flatMap(({ method, events }) => events.map(() => method))
  expect(methods.toSorted()).toEqual(['CANCEL', 'CANCEL', 'PUBLISH', 'PUBLISH'])
})

test('a masjid that removes a khateeb twice gets the canceled event after the second removal if the letter about the first was overtaken', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  expect(await sendAndReadCalendarFiles(masjid)).toMatchObject([{ method: 'PUBLISH' }])
  // The letter about this first removal is not sent yet when the second confirmation makes it overtaken.
  await removeKhateebFrom(masjid, slot)
  await confirmKhateeb(masjid, khateeb, slot)
  expect(await sendAndReadCalendarFiles(masjid)).toEqual([])
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndReadCalendarFiles(masjid)).toMatchObject([{ method: 'CANCEL' }])
})

test('a khateeb who withdraws twice from a slot gets the canceled event after the second withdrawal if the letter about the first was overtaken', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([{ method: 'PUBLISH' }])
  // The letter about this first withdrawal is not sent yet when the second confirmation makes it overtaken.
  await withdrawFrom(khateeb, slot)
  await confirmByInvite(masjid, khateeb, slot)
  expect(await sendAndReadCalendarFiles(khateeb)).toEqual([])
  await withdrawFrom(khateeb, slot)
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([{ method: 'CANCEL' }])
})

test('a member whose event was canceled gets no second cancellation if no letter had told the member of the confirmation in between', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(masjid)
  await withdrawFrom(khateeb, slot)
  expect(await sendAndReadCalendarFiles(masjid)).toMatchObject([{ method: 'CANCEL' }])
  await confirmKhateeb(masjid, khateeb, slot)
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndReadCalendarFiles(masjid)).toEqual([])
})

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
  expect(toMasjid.map(calendarsIn)).toEqual([[await createAndReadCalendar(masjid)]])
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
  await masjid.client.call(changeNewsSettings, { ...defaultNewsSettings, muted: [], delivery: 'digest' })
  await removeKhateebFrom(masjid, slot)
  await confirmKhateeb(masjid, khateeb, await moveToHour(masjid, slot, '17:00'))
  await sql`update letters set next_attempt_at = minbar_now() where held`.execute(app.database.db)
  const letters = await sendAndCollectLettersTo(app.database, masjid)
  expect(letters.map(({ kind }) => kind)).toEqual(['gathered'])
  expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(masjid)]])
})

test('a daily digest updates an event once if the khateeb was removed twice, at different times, and is confirmed again', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  await masjid.client.call(changeNewsSettings, { ...defaultNewsSettings, muted: [], delivery: 'digest' })
  await removeKhateebFrom(masjid, slot)
  const moved = await moveToHour(masjid, slot, '17:00')
  await confirmKhateeb(masjid, khateeb, moved)
  await removeKhateebFrom(masjid, moved)
  await confirmKhateeb(masjid, khateeb, moved)
  await sql`update letters set next_attempt_at = minbar_now() where held`.execute(app.database.db)
  const letters = await sendAndCollectLettersTo(app.database, masjid)
  // A digest with several items would have the subject "2 updates about your khutbahs".
  expect(letters.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Calendar update: /)])
})

test('a masjid gets the events of both slots if it moves the slot of a removed khateeb to another date, posts another slot at the former time, and confirms him for both', async ({
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
  expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(masjid)]])
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
  expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(masjid)]])
  expect(letters[0]?.text).toContain('Time: 1:00 PM (Central Standard Time)')
})

test.for<['khateeb' | 'masjid', string]>([
  ['khateeb', 'who accepts the invite to the moved slot after the masjid has removed him'],
  ['masjid', 'that approves the request for the moved slot after the khateeb has withdrawn'],
])(
  'a %s %s gets the moved event if the letter about the end of the first assignment was overtaken',
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
    expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(reader)]])
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
    await reader.client.call(changeNewsSettings, { ...defaultNewsSettings, muted: [], delivery })
    await (party === 'khateeb' ? withdrawFrom(khateeb, slot) : removeKhateebFrom(masjid, slot))
    await confirm(masjid, khateeb, await moveToHour(masjid, slot, '17:00'))
    await sql`update letters set next_attempt_at = minbar_now() where held`.execute(app.database.db)
    const letters = await sendAndCollectLettersTo(app.database, reader)
    const subject = party === 'khateeb' ? /^You are giving/ : /will give the khutbah/
    expect(letters.map((it) => it.subject)).toEqual([expect.stringMatching(subject)])
    expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(reader)]])
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
    const [published] = await sendAndReadCalendarFiles(reader)
    const oldUid = published?.events[0]?.uid
    if (party === 'masjid') await withdrawFrom(khateeb, slot)
    await masjid.client.call(removeSlot, slot)
    await postSlot(masjid)
    if (party === 'khateeb') await confirmByInvite(masjid, khateeb, slot)
    else await confirmKhateeb(masjid, khateeb, slot)
    const letters = await sendAndCollectLettersTo(app.database, reader)
    const events = await createAndReadCalendar(reader)
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
  await sendAndReadCalendarFiles(khateeb)
  const moved = await moveToHour(masjid, slot, '17:00')
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([{ events: [{ status: 'TENTATIVE' }] }])
  await withdrawFrom(khateeb, moved)
  await confirmByInvite(masjid, khateeb, moved)
  const letters = await sendAndCollectLettersTo(app.database, khateeb)
  expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(khateeb)]])
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
  expect(letters.map(calendarsIn)).toEqual([[await createAndReadCalendar(masjid)]])
  expect(calendarsIn(letters[0] ?? { calendar: [] })).toMatchObject([[{ status: 'TENTATIVE' }]])
  expect(letters[0]?.text).toContain('hasn’t confirmed the new time yet')
})

/** Makes the unsent letters of this kind due again. */
const makeDue = (kind: string) =>
  app.database.db
    .updateTable('letters')
    .set({ next_attempt_at: databaseNow })
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .execute()

/** Simulates that the events of letters can't be read during `act`. */
async function withUnreadableEvents(act: () => Promise<void>) {
  // Only the query for the events reads this column.
  await sql`alter table masjids rename column sequence to unreadable`.execute(app.database.db)
  try {
    await act()
  } finally {
    await sql`alter table masjids rename column unreadable to sequence`.execute(app.database.db)
  }
}

test('a letter that only cancels an event is sent at a later attempt if the first attempt cannot read the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(khateeb)
  await withdrawFrom(khateeb, slot)
  await withUnreadableEvents(async () => expect(await sendAndListSubjects(khateeb)).toEqual([]))
  await makeDue('you_withdrew')
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([{ method: 'CANCEL' }])
})

/**
 * Queues a daily digest for the masjid with two pieces of news: the masjid's own move of a slot, whose event an earlier letter brought, and
 * a request for another slot.
 */
async function queueDigestOfOwnMoveAndRequest(masjid: TestAccount, khateeb: TestAccount, slot: Slot) {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(masjid)
  await masjid.client.call(changeNewsSettings, { ...defaultNewsSettings, muted: [], delivery: 'digest' })
  await moveToHour(masjid, slot, '13:10')
  await requestSlot(khateeb, await postSlot(masjid, '17:00'))
  await sql`update letters set next_attempt_at = minbar_now() where held`.execute(app.database.db)
}

test('a digest of a request and an event update is sent at a later attempt if the first attempt cannot read the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await queueDigestOfOwnMoveAndRequest(masjid, khateeb, slot)
  await withUnreadableEvents(async () => expect(await sendAndListSubjects(masjid)).toEqual([]))
  await makeDue('gathered')
  expect(await sendAndReadCalendarFiles(masjid)).toMatchObject([
    { method: 'PUBLISH', events: [{ status: 'CONFIRMED' }] },
  ])
})

test('a digest of a request and an event update is sent without the event if several attempts cannot read it', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await queueDigestOfOwnMoveAndRequest(masjid, khateeb, slot)
  await withUnreadableEvents(async () => {
    const subjects: string[] = []
    for (let attempts = 1; attempts <= 5; attempts += 1) {
      subjects.push(...(await sendAndListSubjects(masjid)))
      await makeDue('gathered')
    }
    expect(subjects).toEqual(['2 updates about your khutbahs'])
  })
})

test('a canceled event keeps its start if the slot and a new request of the khateeb have moved since', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  const [published] = await sendAndReadCalendarFiles(masjid)
  await withdrawFrom(khateeb, slot)
  await requestSlot(khateeb, slot)
  await moveToHour(masjid, slot, '17:00')
  const [{ uid, startsAt } = {}] = published?.events ?? []
  expect(await sendAndReadCalendarFiles(masjid)).toMatchObject([
    { method: 'CANCEL', events: [{ uid, startsAt, status: 'CANCELLED' }] },
  ])
})

test('a letter about an ended assignment cancels the event if the khateeb has a new proposal for the slot', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(masjid)
  await withdrawFrom(khateeb, slot)
  await requestSlot(khateeb, slot)
  // The letter does not make the event tentative: if the masjid decides the request, it gets no letter about its own decision, so no letter
  // would cancel a tentative event later.
  expect(await sendAndReadCalendarFiles(masjid)).toMatchObject([{ method: 'CANCEL' }])
})

type Acts = (() => Promise<unknown>)[]

/** Returns the database with a handle that runs the next of `acts` each time right after a query that contains `text`. */
function withActsAfter(text: string, acts: Acts, database = app.database) {
  const awaited = new WeakSet<object>()
  const db = database.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes(text)) awaited.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (awaited.has(queryId)) await acts.shift()?.()
      return result
    },
  })
  return { ...database, db }
}

/** Returns the database with a handle that runs the next of `acts` each time right after a letter's events were recorded. */
const withActsAfterRecords = (acts: Acts, database = app.database) =>
  withActsAfter('insert into mailed_events', acts, database)

/**
 * Returns the database with a handle that runs the next of `acts` each time after a letter's facts were read, and before its events are
 * recorded.
 */
const withActsBeforeRecords = (acts: Acts) => withActsAfter('news_settings', acts)

test('a letter that confirms a khateeb is not sent if he withdraws before its event is recorded', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await sendAndCollectLetters(app.database)
  await confirmKhateeb(masjid, khateeb, slot)
  const letters = await sendAndCollectLetters(withActsBeforeRecords([() => withdrawFrom(khateeb, slot)]))
  await makeDue('request_approved')
  letters.push(...(await sendAndCollectLetters(app.database)))
  expect(letters.filter(({ to }) => to === khateeb.email)).toEqual([])
})

test('a letter about a masjid’s move is written again if the khateeb withdraws from one of its slots before the events are read', async ({
  masjid,
  khateeb,
  slot,
}) => {
  const other = await postSlot(masjid, '15:00')
  for (const it of [slot, other]) await confirmKhateeb(masjid, khateeb, it)
  await sendAndCollectLetters(app.database)
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  const letters = await sendAndCollectLetters(withActsAfterRecords([() => withdrawFrom(khateeb, other)]))
  await makeDue('masjid_moved')
  letters.push(...(await sendAndCollectLetters(app.database)))
  const moves = letters.filter(({ kind, to }) => kind === 'masjid_moved' && to === khateeb.email)
  expect(moves.map(({ text }) => text.includes('3:00 PM'))).toEqual([false])
})

test('a letter about a move is not sent if the khateeb withdraws before the letter’s event is read', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndCollectLetters(app.database)
  const moved = await moveToHour(masjid, slot, '13:10')
  const letters = await sendAndCollectLetters(withActsAfterRecords([() => withdrawFrom(khateeb, moved)]))
  await makeDue('slot_moved')
  letters.push(...(await sendAndCollectLetters(app.database)))
  const toKhateeb = letters.filter(({ to }) => to === khateeb.email)
  expect(toKhateeb.map(({ kind, calendar }) => [kind, ...calendar.map(({ method }) => method)])).toEqual([
    ['you_withdrew', 'CANCEL'],
  ])
})

test('a letter about a withdrawal is not sent if the khateeb is confirmed again before the letter’s event is read', async ({
  masjid,
  khateeb,
  slot,
}) => {
  // The member gets no letter about the second confirmation.
  await masjid.client.call(changeNewsSettings, { ...defaultNewsSettings, muted: ['confirmed'] })
  await confirmByInvite(masjid, khateeb, slot)
  await withdrawFrom(khateeb, slot)
  await inviteKhateeb(masjid, khateeb, slot)
  const letters = await sendAndCollectLetters(withActsAfterRecords([() => acceptInviteTo(khateeb, slot)]))
  await makeDue('khateeb_withdrew')
  letters.push(...(await sendAndCollectLetters(app.database)))
  expect(letters.filter(({ to, kind }) => to === masjid.email && kind !== 'welcome')).toEqual([])
})

test('a letter is written again if its assignment begins after the events were recorded, so that a later letter can cancel the event', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await sendAndCollectLetters(app.database)
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndCollectLetters(
    withActsAfterRecords(
      [() => confirmKhateeb(masjid, khateeb, slot)],
      withActsBeforeRecords([() => withdrawFrom(khateeb, slot)]),
    ),
  )
  await makeDue('request_approved')
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([{ method: 'PUBLISH' }])
  await withdrawFrom(khateeb, slot)
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([{ method: 'CANCEL' }])
})

test('a retried letter still has the canceled event', async ({ masjid, khateeb, slot }) => {
  await confirmKhateeb(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(khateeb)
  await withdrawFrom(khateeb, slot)
  await sendAndCollectLetters(app.database, undefined, ({ kind }) =>
    kind === 'you_withdrew' ? Promise.reject(new Error('The mail server is away.')) : Promise.resolve(),
  )
  await makeDue('you_withdrew')
  expect(await sendAndReadCalendarFiles(khateeb)).toMatchObject([{ method: 'CANCEL' }])
})

test('an event that is confirmed again while its cancellation is being sent can be canceled by a later letter', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmByInvite(masjid, khateeb, slot)
  await sendAndReadCalendarFiles(masjid)
  await removeKhateebFrom(masjid, slot)
  const again: string[] = []
  await sendAndCollectLetters(app.database, undefined, async ({ kind, to }) => {
    if (kind !== 'you_removed_khateeb' || to !== masjid.email) return
    await confirmByInvite(masjid, khateeb, slot)
    again.push(...(await sendAndReadCalendarFiles(masjid)).map(({ method }) => method))
  })
  expect(again).toEqual(['PUBLISH'])
  await removeKhateebFrom(masjid, slot)
  expect(await sendAndReadCalendarFiles(masjid)).toMatchObject([{ method: 'CANCEL' }])
})
