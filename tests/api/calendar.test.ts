import { expect, onTestFinished } from 'vitest'
import { reconfirmKhateeb } from '../../contract/assignments.ts'
import { deleteCalendarAddress, getCalendarAddress, makeCalendarAddress } from '../../contract/calendar.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { describeSlots, getMyKhutbahs, removeSlot } from '../../contract/khutbahs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { insertMember, joinMasjid } from '../runtime/add-member.ts'
import { clientOf, startApp } from '../runtime/app.ts'
import { auditEventsOf } from '../runtime/audit-events.ts'
import { sendAndCollectLettersTo } from '../runtime/collect-letters.ts'
import { newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { readCalendar } from '../runtime/read-calendar.ts'
import { insertSessionOfPerson } from '../runtime/session.ts'
import {
  acceptInviteTo,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  postSlot,
  removeKhateebFrom,
  requestSlot,
  revokeRequest,
  slotSeenBy,
  withdrawFrom,
} from '../runtime/slots.ts'
import { testWithPeople } from '../runtime/test-with-people.ts'
import { waitForLockConflict } from '../runtime/wait-for-lock-conflict.ts'

const app = await startApp()
const test = testWithPeople(app)

const makeAddress = async ({ client }: Pick<TestAccount, 'client'>) =>
  (await client.call(makeCalendarAddress, {})).path

const fetchCalendar = (path: string) => fetch(`${app.baseUrl}${path}`)

async function events(path: string) {
  const response = await fetchCalendar(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
  ])
  return readCalendar(await response.text())
}

test('the calendars of khateeb and masjid have one event for a slot, and its sequence rises with each change', async ({
  masjid,
  khateeb,
  slot,
}) => {
  const paths = [await makeAddress(khateeb), await makeAddress(masjid)]
  const seen: (readonly [status: string, titles: string])[] = []
  const sequences: number[] = []
  const uids = new Set<string>()
  async function look() {
    const [ofKhateeb, ofMasjid] = [await events(paths[0] ?? ''), await events(paths[1] ?? '')]
    const [mine, theirs] = [ofKhateeb[0], ofMasjid[0]]
    expect([ofKhateeb.length, ofMasjid.length]).toEqual([1, 1])
    expect({ ...theirs, title: '' }).toEqual({ ...mine, title: '' })
    uids.add(mine?.uid ?? '')
    sequences.push(mine?.sequence ?? -1)
    seen.push([mine?.status ?? '', `${mine?.title} / ${theirs?.title}`])
  }
  await requestSlot(khateeb, slot)
  await look()
  await confirmKhateeb(masjid, khateeb, slot)
  await look()
  await withdrawFrom(khateeb, slot)
  await look()
  await inviteKhateeb(masjid, khateeb, slot)
  await look()
  await acceptInviteTo(khateeb, slot)
  await look()
  await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
  await look()
  const [moved] = await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })
  await khateeb.client.call(reconfirmKhateeb, { khateebUid: 'me', seenStart: moved?.startsAt ?? '', ...slot })
  await look()
  await removeKhateebFrom(masjid, slot)
  await look()

  const { name } = khateeb
  expect(seen).toEqual([
    ['TENTATIVE', `You requested: khutbah at ${masjid.name} / Request: khutbah by ${name}`],
    ['CONFIRMED', `Khutbah at ${masjid.name} / Khutbah by ${name}`],
    ['CANCELLED', `Canceled: khutbah at ${masjid.name} / Canceled: khutbah by ${name}`],
    ['TENTATIVE', `Invite: khutbah at ${masjid.name} / Invited: khutbah by ${name}`],
    ['CONFIRMED', `Khutbah at ${masjid.name} / Khutbah by ${name}`],
    [
      'TENTATIVE',
      `Please confirm again: khutbah at ${masjid.name} / Asked to confirm again: khutbah by ${name}`,
    ],
    ['CONFIRMED', `Khutbah at ${masjid.name} / Khutbah by ${name}`],
    ['CANCELLED', `Canceled: khutbah at ${masjid.name} / Canceled: khutbah by ${name}`],
  ])
  expect(uids.size).toBe(1)
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
  expect(new Set(sequences).size).toBe(sequences.length)
})

test('a calendar shows a removed slot as canceled at its last start, and has no event for a revoked request', async ({
  masjid,
  khateeb,
  slot,
}) => {
  const path = await makeAddress(khateeb)
  await requestSlot(khateeb, slot)
  await revokeRequest(khateeb, slot)
  expect(await events(path)).toEqual([])
  await confirmKhateeb(masjid, khateeb, slot)
  await masjid.client.call(moveSlot, { ...slot, toDate: slot.khutbahDate, toTime: '16:00' })
  const [moved] = await events(path)
  await masjid.client.call(removeSlot, { ...slot, khutbahTime: '16:00' })
  expect(await events(path)).toMatchObject([{ status: 'CANCELLED', startsAt: moved?.startsAt }])
})

test.for([
  'the masjid removes the khateeb',
  'the khateeb withdraws',
  'the khateeb deletes his account',
] as const)(
  'a canceled event keeps its time if %s and the masjid then moves the slot',
  async (end, { masjid, khateeb, slot }) => {
    const path = await makeAddress(masjid)
    await confirmKhateeb(masjid, khateeb, slot)
    const { slotId } = await slotSeenBy(masjid, slot)
    const move = (toDate: string, toTime: string) =>
      masjid.client.call(moveSlot, { masjidUid: 'me', slotId, toDate, toTime })
    // The event stays confirmed, because after a move by a few minutes, the khateeb need not reconfirm.
    await move(slot.khutbahDate, '13:10')
    const [confirmed] = await events(path)
    expect(confirmed).toMatchObject({ status: 'CONFIRMED' })
    const moved = { ...slot, khutbahTime: '13:10' }
    if (end === 'the masjid removes the khateeb') await removeKhateebFrom(masjid, moved)
    else if (end === 'the khateeb withdraws') await withdrawFrom(khateeb, moved)
    else await khateeb.client.call(deleteAccount, { password })
    await move(fridayAfter(1), '15:00')
    await move(fridayAfter(2), '16:00')
    expect(await events(path)).toMatchObject([{ status: 'CANCELLED', startsAt: confirmed?.startsAt }])
  },
)

test('a canceled event keeps its time in the khateeb’s calendar and in a letter that is sent after a later move; a new invite has the new time', async ({
  masjid,
  khateeb,
  slot,
}) => {
  const path = await makeAddress(khateeb)
  await confirmKhateeb(masjid, khateeb, slot)
  await app.database.db.deleteFrom('letters').execute()
  const later = { ...slot, khutbahDate: fridayAfter(1), khutbahTime: '15:00' }
  await masjid.client.call(moveSlot, { ...slot, toDate: later.khutbahDate, toTime: later.khutbahTime })
  // The calendar shows the new time, which the khateeb is asked to confirm.
  const [asked] = await events(path)
  await removeKhateebFrom(masjid, later)
  const latest = { ...slot, khutbahDate: fridayAfter(2) }
  await masjid.client.call(moveSlot, { ...later, toDate: latest.khutbahDate, toTime: latest.khutbahTime })
  const canceled = { status: 'CANCELLED', startsAt: asked?.startsAt }
  expect(await events(path)).toMatchObject([canceled])
  const files = (await sendAndCollectLettersTo(app.database, khateeb)).flatMap((it) => it.calendar)
  expect(files.flatMap((it) => readCalendar(it.content))).toMatchObject([canceled])
  await inviteKhateeb(masjid, khateeb, latest)
  const { startsAt } = await slotSeenBy(masjid, latest)
  expect(await events(path)).toMatchObject([{ status: 'TENTATIVE', startsAt: new Date(startsAt) }])
})

test('khateeb and masjid can download the event of a confirmed slot, and it equals the event in their calendars', async ({
  masjid,
  khateeb,
  rival,
  slot,
}) => {
  const { slotId } = await slotSeenBy(masjid, slot)
  const download = ({ token }: TestAccount, search = '') =>
    fetch(`${app.baseUrl}/calendar/event/${slotId}.ics${search}`, {
      headers: { cookie: `minbar=${token}` },
    })
  expect((await download(masjid)).status).toBe(404)
  await requestSlot(khateeb, slot)
  expect((await download(khateeb)).status).toBe(404)
  await confirmKhateeb(masjid, khateeb, slot)
  for (const person of [masjid, khateeb]) {
    const response = await download(person, `?as=${person.uid}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ])
    expect(readCalendar(await response.text())).toEqual(await events(await makeAddress(person)))
  }
  expect((await download(rival)).status).toBe(404)
  expect((await download(khateeb, `?as=${masjid.uid}`)).status).toBe(401)
  expect((await fetch(`${app.baseUrl}/calendar/event/${slotId}.ics`)).status).toBe(401)
})

test('line folding in a calendar file never splits an emoji of a note', async ({ masjid, khateeb, slot }) => {
  const path = await makeAddress(khateeb)
  await confirmKhateeb(masjid, khateeb, slot)
  const { slotId } = await slotSeenBy(masjid, slot)
  for (const start of ['', '-']) {
    const note = `${start}${'🕌'.repeat(100)}`
    await masjid.client.call(describeSlots, { masjidUid: 'me', slotIds: [slotId], note })
    const file = await (await fetchCalendar(path)).text()
    expect(file.replaceAll('\r\n ', '')).toContain(`\r\nDESCRIPTION:${note}\r\n`)
  }
})

test('a calendar has only the khutbahs of its party, and no phone', async ({
  masjid,
  khateeb,
  slot,
  rival,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const later = await postSlot(masjid, '15:00')
  await requestSlot(rival, later)
  const path = await makeAddress(khateeb)
  const file = await (await fetchCalendar(path)).text()
  expect(readCalendar(file)).toHaveLength(1)
  expect(file).toContain(`X-WR-CALNAME:Minbar: ${khateeb.name}`)
  const both = await (await fetchCalendar(await makeAddress(masjid))).text()
  expect(readCalendar(both).map(({ status }) => status)).toEqual(['CONFIRMED', 'TENTATIVE'])
  for (const text of [file, both]) expect(text).not.toMatch(/555\D*01/)
})

test('a new calendar address replaces the former address, and a deleted address is not found', async ({
  khateeb,
}) => {
  const { client } = khateeb
  expect(await client.call(getCalendarAddress, {})).toEqual({ madeAt: null })
  expect(await client.call(deleteCalendarAddress, {})).toEqual({ deleted: false })
  const former = await makeAddress(khateeb)
  const path = await makeAddress(khateeb)
  expect((await fetchCalendar(former)).status).toBe(404)
  expect((await fetchCalendar(path)).status).toBe(200)
  expect(await client.call(getCalendarAddress, {})).toEqual({ madeAt: expect.any(String) })
  expect(await client.call(deleteCalendarAddress, {})).toEqual({ deleted: true })
  expect((await fetchCalendar(path)).status).toBe(404)
  expect(await auditEventsOf(app.database, [khateeb])).toEqual([
    `${khateeb.name}: calendar_address_made (${khateeb.name})`,
    `${khateeb.name}: calendar_address_made (${khateeb.name})`,
    `${khateeb.name}: calendar_address_deleted (${khateeb.name})`,
  ])
})

test('two concurrent calls for a calendar address both succeed, but only one of the addresses works', async ({
  khateeb,
}) => {
  const made = await Promise.all([makeAddress(khateeb), makeAddress(khateeb)])
  const statuses = await Promise.all(made.map(async (path) => (await fetchCalendar(path)).status))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404])
})

test('the database has only a hash of a calendar address', async ({ khateeb }) => {
  const path = await makeAddress(khateeb)
  const token = path.slice('/calendar/'.length, -'.ics'.length)
  const rows = await app.database.db.selectFrom('calendar_addresses').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await fetchCalendar('/calendar/no-token.ics')).status).toBe(404)
})

test('a member’s calendar address is not found after the membership has ended', async ({ masjid }) => {
  const personId = await insertMember(app.database.db, masjid.uid, 'viewer')
  const { token } = await insertSessionOfPerson(app.database, personId)
  const path = await makeAddress({ client: clientOf(app.baseUrl, token) })
  expect((await fetchCalendar(path)).status).toBe(200)
  await app.database.db.deleteFrom('memberships').where('person_id', '=', personId).execute()
  expect((await fetchCalendar(path)).status).toBe(404)
})

test('a suspended account’s calendar is not found', async ({ khateeb }) => {
  const path = await makeAddress(khateeb)
  const suspend = (on: boolean) =>
    app.database.transaction((tx) => runOperatorCommand(tx, { uid: khateeb.uid }, { kind: 'suspend', on }))
  await suspend(true)
  expect((await fetchCalendar(path)).status).toBe(404)
  await suspend(false)
  expect((await fetchCalendar(path)).status).toBe(200)
})

test('a khateeb’s calendar omits the street address of a suspended masjid', async ({
  masjid,
  khateeb,
  slot,
}) => {
  await confirmKhateeb(masjid, khateeb, slot)
  const path = await makeAddress(khateeb)
  expect(await events(path)).toMatchObject([{ location: expect.stringContaining('Main Street') }])
  await app.database.transaction((tx) =>
    runOperatorCommand(tx, { uid: masjid.uid }, { kind: 'suspend', on: true }),
  )
  expect(await events(path)).toMatchObject([{ location: null }])
})

test('a calendar address can be read 120 times an hour', async ({ khateeb }) => {
  const path = await makeAddress(khateeb)
  const statuses: number[] = []
  for (let i = 0; i < 121; i += 1) statuses.push((await fetchCalendar(path)).status)
  expect(statuses.filter((it) => it === 200)).toHaveLength(120)
  expect(statuses.at(-1)).toBe(429)
})

test('a past khutbah disappears from the calendar after a month', async ({ masjid, khateeb }) => {
  onTestFinished(() => app.setNow(null))
  await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00'))
  const path = await makeAddress(khateeb)
  await app.setNow(`${addDays(friday, 29)}T00:00:00Z`)
  expect(await events(path)).toHaveLength(1)
  await app.setNow(`${addDays(friday, 31)}T00:00:00Z`)
  expect(await events(path)).toEqual([])
})

test('a member of two masjids who is removed from one during the call cannot make a calendar address for that masjid (401)', async ({
  masjid,
}) => {
  const { db } = app.database
  const personId = await insertMember(db, masjid.uid, 'scheduler')
  await joinMasjid(db, personId, (await newMasjid(app.baseUrl)).uid, 'viewer')
  const { token } = await insertSessionOfPerson(app.database, personId)
  const late = await app.database.transaction(async (tx) => {
    const ofMasjid = tx.deleteFrom('memberships').where('party_uid', '=', masjid.uid)
    await ofMasjid.where('person_id', '=', personId).execute()
    const making = makeAddress({ client: clientOf(app.baseUrl, token) })
    await waitForLockConflict(tx, making)
    return { making }
  })
  await expect(late.making).rejects.toMatchObject({ status: 401, code: 'session_changed' })
})
