import { beforeEach, describe, expect, test } from 'vitest'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { deleteAccount, exportData } from '../../contract/identity.ts'
import { changeApprovedOnly, getOurKhateebs, markKhateeb } from '../../contract/our-khateebs.ts'
import { insertMember } from '../../tests/runtime/add-member.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { mark, setApprovedOnly } from '../../tests/runtime/approval.ts'
import { setClock } from '../../tests/runtime/clock.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { readPages } from '../../tests/runtime/read-pages.ts'
import { insertSessionOfPerson, withPermanentSession } from '../../tests/runtime/session.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  postSlot,
  type Slot,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
beforeEach(async () => {
  await setClock(app.database, null)
  await app.database.db.deleteFrom('khateebs').execute()
  masjid = await withPermanentSession(app, await newMasjid(app.baseUrl))
  khateeb = await withPermanentSession(app, await newKhateeb(app.baseUrl))
  slot = await postSlot(masjid)
})

const list = (query: Omit<RawInputOf<typeof getOurKhateebs>, 'uid'> = {}) =>
  masjid.client.call(getOurKhateebs, { uid: 'me', ...query })

const newKhateebNamed = (firstName: string) => newKhateeb(app.baseUrl, { firstName, lastName: 'Khan' })

describe('the list of our khateebs', () => {
  test('has khateebs who have spoken at the masjid, with their last date and the number of dates', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '15:00'))
    await confirmKhateeb(masjid, khateeb, await postSlot(masjid, '13:00', fridayAfter(1)))
    const withdrawn = await newKhateeb(app.baseUrl)
    const third = await postSlot(masjid, '13:00', fridayAfter(2))
    await confirmKhateeb(masjid, withdrawn, third)
    await withdrawFrom(withdrawn, third)
    expect(await list()).toEqual({ approvedOnly: false, invitations: [], khateebs: [] })

    await setClock(app.database, `${friday}T23:00:00Z`)
    expect((await list()).khateebs).toMatchObject([{ uid: khateeb.uid, timesHere: 1, lastHere: friday }])
    await setClock(app.database, `${fridayAfter(1)}T23:00:00Z`)
    expect((await list()).khateebs).toMatchObject([
      { uid: khateeb.uid, timesHere: 2, lastHere: fridayAfter(1), mark: null, note: '', markedAt: null },
    ])
  })

  test('has approved khateebs first and khateebs who are not wanted last, each group sorted by name, also over several pages', async () => {
    const [zayd, adam, bilal, omar] = [
      await newKhateebNamed('Zayd'),
      await newKhateebNamed('Adam'),
      await newKhateebNamed('bilal'),
      await newKhateebNamed('Omar'),
    ]
    await mark(masjid, adam, { mark: 'not_wanted' })
    await mark(masjid, zayd, { mark: 'approved' })
    await mark(masjid, bilal, { mark: 'approved' })
    await mark(masjid, omar, { note: 'Ask him in spring.' })
    const uids = [bilal, zayd, omar, adam].map(({ uid }) => uid)
    expect((await list()).khateebs.map(({ uid }) => uid)).toEqual(uids)
    const pages = await readPages((from) =>
      masjid.client.page(getOurKhateebs, { uid: 'me', limit: '1', ...from }),
    )
    const found = pages.flatMap(({ khateebs }) => khateebs.map(({ uid }) => uid))
    expect(found).toEqual(uids)
    expect((await list({ q: 'bilaal' })).khateebs).toMatchObject([{ uid: bilal.uid }])
    expect((await list({ khateebUid: khateeb.uid })).khateebs).toMatchObject([
      { uid: khateeb.uid, mark: null },
    ])
  })

  test('is visible only to the masjid’s members, and a viewer cannot change it', async () => {
    await mark(masjid, khateeb, { mark: 'approved', note: 'Our youth like him.' })
    const viewerId = await insertMember(app.database.db, masjid.uid, 'viewer')
    const viewer = app.client((await insertSessionOfPerson(app.database, viewerId)).token)
    expect(await viewer.call(getOurKhateebs, { uid: 'me' })).toMatchObject({
      khateebs: [{ mark: 'approved', note: 'Our youth like him.' }],
    })
    const refused = { status: 403, code: 'member_role' }
    await expect(
      viewer.call(markKhateeb, { masjidUid: 'me', khateebUid: khateeb.uid, mark: null }),
    ).rejects.toMatchObject(refused)
    await expect(
      viewer.call(changeApprovedOnly, { masjidUid: 'me', approvedOnly: true }),
    ).rejects.toMatchObject(refused)
    const other = await newMasjid(app.baseUrl)
    expect(await other.client.call(getOurKhateebs, { uid: 'me' })).toMatchObject({ khateebs: [] })
    const outsiders = [
      [other.client, 403],
      [khateeb.client, 403],
      [app.client(), 401],
    ] as const
    for (const [client, status] of outsiders)
      await expect(client.call(getOurKhateebs, { uid: masjid.uid })).rejects.toMatchObject({ status })
  })
})

test('changing the mark of a khateeb keeps the note, and changing the note keeps the mark', async () => {
  expect(await mark(masjid, khateeb, { mark: 'approved' })).toEqual({ changed: true })
  expect(await mark(masjid, khateeb, { note: '  First line.\nSecond line. ' })).toEqual({ changed: true })
  expect(await mark(masjid, khateeb, { mark: 'approved', note: 'First line.\nSecond line.' })).toEqual({
    changed: false,
  })
  expect((await list()).khateebs).toMatchObject([{ mark: 'approved', note: 'First line.\nSecond line.' }])
  await mark(masjid, khateeb, { mark: null })
  expect((await list()).khateebs).toMatchObject([{ mark: null, note: 'First line.\nSecond line.' }])
  await mark(masjid, khateeb, { note: '' })
  expect((await list()).khateebs).toEqual([])
})

test('a note about a khateeb has at most 1,000 characters', async () => {
  await expect(mark(masjid, khateeb, { note: 'a'.repeat(1_001) })).rejects.toMatchObject({
    status: 400,
    fieldErrors: { note: [{ code: 'note_too_long' }] },
  })
})

test("the masjid's export has its marks and notes about khateebs, and deleting a khateeb's account deletes them", async () => {
  await setApprovedOnly(masjid)
  await mark(masjid, khateeb, { mark: 'not_wanted', note: 'Too long.' })
  expect(await masjid.client.call(exportData, {})).toMatchObject({
    ourKhateebs: {
      approvedOnly: true,
      noted: [
        { khateebName: khateeb.name, mark: 'not_wanted', note: 'Too long.', markedAt: expect.any(String) },
      ],
    },
  })
  await khateeb.client.call(deleteAccount, { password })
  expect(await app.database.db.selectFrom('khateeb_marks').selectAll().execute()).toEqual([])
})
