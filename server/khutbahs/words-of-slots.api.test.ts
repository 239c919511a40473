import { beforeEach, describe, expect, test } from 'vitest'
import { verifyEmail } from '../../contract/account-email.ts'
import { getCalendarEvent } from '../../contract/calendar.ts'
import { getMasjidDetails, getMasjids, getOpenSlots } from '../../contract/directory.ts'
import { deleteAccount, exportData } from '../../contract/identity.ts'
import { addKhutbah, describeSlots, getMyKhutbahs, removeSlot } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import { getMasjid, getUser } from '../../contract/own-records.ts'
import { savePlan } from '../../contract/plans.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { tokenInLetter } from '../../tests/runtime/email-changes.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { invalidInput } from '../../tests/runtime/refusals.ts'
import {
  acceptInviteTo,
  confirmKhateeb,
  friday,
  fridayAfter,
  inviteKhateeb,
  mondayInstant,
  postSlot,
  removeKhateebFrom,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'

const app = await startApp()
await app.setNow(mondayInstant)
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postSlot(masjid)
})

const words = { language: 'ur', note: 'Park behind the school.\n20 minutes, please.' } as const

async function setWords(which: Slot, changed: Partial<{ language: 'ur' | 'ar' | null; note: string }>) {
  const { slotId } = await slotSeenBy(masjid, which)
  return masjid.client.call(describeSlots, { masjidUid: 'me', slotIds: [slotId], ...changed })
}

const sequenceIn = (file: string) => Number(/SEQUENCE:(\d+)/.exec(file)?.[1])

const wordsFor = async (client = app.client()) => {
  const { khutbahs } = await client.call(getMasjidDetails, { masjidId: masjid.uid })
  const [first] = khutbahs[0]?.times ?? []
  return { language: first?.language, note: first?.note }
}

describe('the language and the note of a slot', () => {
  test('are set together and cleared separately, and setting them again changes nothing', async () => {
    expect(await setWords(slot, words)).toEqual({ changed: true })
    expect(await slotSeenBy(masjid, slot)).toMatchObject(words)
    expect(await setWords(slot, words)).toEqual({ changed: false })
    expect(await setWords(slot, {})).toEqual({ changed: false })
    expect(await setWords(slot, { language: null })).toEqual({ changed: true })
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ language: null, note: words.note })
    expect(await setWords(slot, { note: ' ' })).toEqual({ changed: true })
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ language: null, note: '' })
  })

  test('can be set when the slot is posted, and do not change when the slot is posted again', async () => {
    const times = [{ time: '13:00', ...words }, { time: '14:00', ...words }, '15:00']
    await masjid.client.call(addKhutbah, { masjidUid: 'me', date: friday, times })
    const [first, second, third] = await Promise.all(
      ['13:00', '14:00', '15:00'].map((khutbahTime) => slotSeenBy(masjid, { ...slot, khutbahTime })),
    )
    expect(first).toMatchObject({ language: null, note: '' })
    expect(second).toMatchObject(words)
    expect(third).toMatchObject({ language: null, note: '' })
  })

  test('stay the same when the slot moves', async () => {
    await setWords(slot, words)
    await masjid.client.call(moveSlot, { ...slot, toDate: friday, toTime: '15:30' })
    expect(await slotSeenBy(masjid, { ...slot, khutbahTime: '15:30' })).toMatchObject(words)
  })

  test('are both visible to khateebs, but signed-out visitors and other masjids see only the language', async () => {
    await setWords(slot, words)
    const other = await newMasjid(app.baseUrl)
    expect(await wordsFor(khateeb.client)).toEqual(words)
    for (const client of [app.client(), other.client])
      expect(await wordsFor(client)).toEqual({ language: 'ur', note: '' })
  })

  test('are in a khateeb’s lists of invites and of confirmed khutbahs', async () => {
    await setWords(slot, words)
    await inviteKhateeb(masjid, khateeb, slot)
    const { invites } = await khateeb.client.call(getUser, { uid: 'me' })
    expect(invites).toMatchObject([words])
    await acceptInviteTo(khateeb, slot)
    expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).toMatchObject([words])
  })

  test('are in the letter with an invite as they are at the time of sending', async () => {
    await app.database.db.deleteFrom('letters').execute()
    await inviteKhateeb(masjid, khateeb, slot)
    await setWords(slot, words)
    const [invite] = await sendAndCollectLetters(app.database)
    for (const part of ['Urdu', 'Park behind the school.', '20 minutes, please.'])
      expect(invite?.text).toContain(part)
    await confirmKhateeb(masjid, await newKhateeb(app.baseUrl), await postSlot(masjid, '15:00'))
    const others = await sendAndCollectLetters(app.database)
    expect(others.some(({ text }) => /Language|writes:/.test(text))).toBe(false)
  })

  test('are in the confirmed khateeb’s calendar, and a change raises the event’s sequence number', async () => {
    await confirmKhateeb(masjid, khateeb, slot)
    const { slotId } = await slotSeenBy(masjid, slot)
    const read = async () => {
      const { file } = await khateeb.client.call(getCalendarEvent, { slotId })
      return file.replaceAll('\r\n ', '')
    }
    const before = await read()
    await setWords(slot, words)
    const after = await read()
    expect(before).not.toContain('DESCRIPTION')
    expect(after).toContain('Language: Urdu\\nPark behind the school.\\n20 minutes\\, please.')
    expect(sequenceIn(after)).toBeGreaterThan(sequenceIn(before))
  })

  test('can be changed for several slots in one call, and the khateeb of these slots gets one letter', async () => {
    const later = await postSlot(masjid, '13:00', fridayAfter(1))
    await confirmKhateeb(masjid, khateeb, slot)
    await confirmKhateeb(masjid, khateeb, later)
    await inviteKhateeb(masjid, await newKhateeb(app.baseUrl), await postSlot(masjid, '16:00'))
    await app.database.db.deleteFrom('letters').execute()
    const slots = [slot, later, { ...slot, khutbahTime: '16:00' }]
    const slotIds = (await Promise.all(slots.map((it) => slotSeenBy(masjid, it)))).map((it) => it.slotId)
    await masjid.client.call(describeSlots, { masjidUid: 'me', slotIds, language: 'ur' })
    const letters = await app.database.db.selectFrom('letters').select(['kind', 'recipient']).execute()
    expect(letters).toEqual([{ kind: 'gathered', recipient: khateeb.email }])
    const news = await khateeb.client.call(getNews, {})
    expect(news.filter(({ kind }) => kind === 'slot_described')).toHaveLength(2)
    await removeKhateebFrom(masjid, slot)
    await app.database.db.updateTable('letters').set({ next_attempt_at: new Date() }).execute()
    const sent = await sendAndCollectLetters(app.database)
    expect(sent.filter(({ text }) => text.includes('changed the language'))).toHaveLength(1)
  })

  test('can be changed again and again; above the hourly limit, the khateeb gets one letter an hour, and the bell lists the last change', async () => {
    const token = await tokenInLetter(app, khateeb.email, 'welcome')
    await app.client().call(verifyEmail, { token })
    await confirmKhateeb(masjid, khateeb, slot)
    await sendAndCollectLetters(app.database)
    let atOnce = 0
    for (let count = 1; count <= 12; count += 1) {
      await setWords(slot, { note: `Park at door ${count}.` })
      atOnce += (await sendAndCollectLetters(app.database, 5)).length
    }
    expect(atOnce).toBeLessThanOrEqual(5)
    await app.setNow(new Date(Date.parse(mondayInstant) + 61 * 60_000).toISOString())
    const later = await sendAndCollectLetters(app.database, 5)
    expect(later.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('changed the details of your khutbah'),
    ])
    expect(later[0]?.text).toContain('Park at door 12.')
    const news = await khateeb.client.call(getNews, {})
    expect(news.filter(({ kind }) => kind === 'slot_described')).toHaveLength(1)
    await app.setNow(mondayInstant)
  })

  test('cannot be set if the slot is removed, has begun or belongs to another masjid', async () => {
    const { slotId } = await slotSeenBy(masjid, slot)
    const other = await newMasjid(app.baseUrl)
    const call = (client = masjid.client) =>
      client.call(describeSlots, { masjidUid: 'me', slotIds: [slotId], ...words })
    await expect(call(other.client)).rejects.toMatchObject({ code: 'not_found', about: { slotId } })
    await masjid.client.call(removeSlot, slot)
    await expect(call()).rejects.toMatchObject({ code: 'not_found', about: { slotId } })
    const past = await slotSeenBy(masjid, await postSlot(masjid, '16:00'))
    await app.database.db
      .updateTable('slots')
      .set({ starts_at: new Date('2020-01-03T18:00:00Z') })
      .where('id', '=', past.slotId)
      .execute()
    await expect(
      masjid.client.call(describeSlots, { masjidUid: 'me', slotIds: [past.slotId], ...words }),
    ).rejects.toMatchObject({ code: 'slot_past' })
  })

  test('are refused if the language is unknown or the note has more than 500 characters', async () => {
    expect(await setWords(slot, { note: 'ن'.repeat(500) })).toEqual({ changed: true })
    await expect(setWords(slot, { note: 'n'.repeat(501) })).rejects.toMatchObject(
      invalidInput({ note: 'A note may have at most 500 characters.' }),
    )
    // @ts-expect-error: not one of the known languages
    await expect(setWords(slot, { language: 'xx' })).rejects.toMatchObject(
      invalidInput({ language: expect.any(String) }),
    )
  })

  test('are in the masjid’s data export, and the note is erased with the account', async () => {
    await setWords(slot, words)
    expect((await masjid.client.call(exportData, {})).slots).toMatchObject([words])
    await masjid.client.call(deleteAccount, { password })
    const rows = app.database.db.selectFrom('slots').where('masjid_uid', '=', masjid.uid)
    expect(await rows.select('note').execute()).toEqual([{ note: '' }])
  })
})

describe('open slots and masjids filtered by language', () => {
  test('are only slots in this language, and masjids with such a slot', async () => {
    await postSlot(masjid, '15:00')
    await setWords(slot, { language: 'ur' })
    const open = async (language?: 'ur' | 'ar') => {
      const found = await khateeb.client.call(getOpenSlots, {
        uid: 'me',
        radius: '0',
        limit: '100',
        language,
      })
      return found.filter(({ masjidUid }) => masjidUid === masjid.uid)
    }
    expect(await open('ur')).toMatchObject([{ time: { time: '13:00' }, language: 'ur' }])
    expect(await open('ar')).toEqual([])
    expect(await open()).toHaveLength(2)
    const masjidsIn = async (openSlots: 'only' | 'shown', language: 'ur' | 'ar') => {
      const cards = await khateeb.client.call(getMasjids, { near: 'me', openSlots, language })
      return cards.filter(({ uid }) => uid === masjid.uid).map((it) => it.open?.count)
    }
    expect(await masjidsIn('only', 'ur')).toEqual([1])
    expect(await masjidsIn('only', 'ar')).toEqual([])
    expect(await masjidsIn('shown', 'ar')).toEqual([0])
  })
})

/** Returns the slots that the plan has posted: the masjid’s slots on dates other than the date of `slot`. */
const listPlannedSlots = async () => {
  const { khutbahs } = await masjid.client.call(getMasjid, { uid: 'me' })
  return khutbahs
    .filter(({ date }) => date !== friday)
    .flatMap(({ times }) =>
      times.map(({ time, language, slotId }) => ({ time: time.time, language, slotId })),
    )
}

describe('a masjid’s weekly plan', () => {
  const service = { key: 1, time: '13:30', minutesAfterDhuhr: null, season: null } as const
  const save = (language: 'ur' | 'ar', time = service.time as string) =>
    masjid.client.call(savePlan, {
      masjidUid: 'me',
      services: [{ ...service, time, language }],
      closures: [],
      weeksAhead: 2,
    })
  test('posts slots with the language of its services', async () => {
    await save('ur')
    expect(await listPlannedSlots()).toMatchObject([{ language: 'ur' }, { language: 'ur' }])
  })

  test('moves its slots when it changes, except slots with a note by a member', async () => {
    await save('ur')
    const [first] = await listPlannedSlots()
    await masjid.client.call(describeSlots, {
      masjidUid: 'me',
      slotIds: [first?.slotId ?? ''],
      note: words.note,
    })
    expect(await save('ur', '14:00')).toMatchObject({ moved: 1 })
    expect((await listPlannedSlots()).map(({ time }) => time)).toEqual(['13:30', '14:00'])
  })
})
