import { beforeEach, describe, expect, test } from 'vitest'
import { getCalendarEvent } from '../../contract/calendar.ts'
import { getMasjidDetails } from '../../contract/directory.ts'
import { deleteAccount, exportData } from '../../contract/identity.ts'
import { getMyKhutbahs } from '../../contract/khutbahs.ts'
import { getNews } from '../../contract/news.ts'
import { publishSchedule } from '../../contract/schedule.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { getTopics, getTopicsAtMasjid, nameTopic } from '../../contract/topics.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { readCalendar } from '../../tests/runtime/read-calendar.ts'
import { invalidInput } from '../../tests/runtime/refusals.ts'
import {
  confirmKhateeb,
  friday,
  fridayAfter,
  postSlot,
  removeKhateebFrom,
  type Slot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'

const app = await startApp()
let masjid: TestAccount
let khateeb: TestAccount
let slot: Slot
beforeEach(async () => {
  masjid = await newMasjid(app.baseUrl)
  khateeb = await newKhateeb(app.baseUrl)
  slot = await postConfirmedSlot(friday)
})

async function postConfirmedSlot(date: string, by = khateeb): Promise<Slot> {
  const posted = await postSlot(masjid, '13:00', date)
  await confirmKhateeb(masjid, by, posted)
  return posted
}

async function setTopic(which: Slot, topic: string, by = khateeb) {
  const { slotId } = await slotSeenBy(masjid, which)
  return by.client.call(nameTopic, { khateebUid: 'me', slotId, topic })
}

const countRepeatedTopicNews = async () =>
  (await masjid.client.call(getNews, {})).filter(({ kind }) => kind === 'topic_comes_again').length

describe('the topic of a khutbah', () => {
  test('can be set, changed and removed by the khateeb, and setting the same topic again changes nothing', async () => {
    expect(await setTopic(slot, ' Patience ')).toEqual({ changed: true, comesAgainOn: null })
    expect(await setTopic(slot, 'Patience')).toEqual({ changed: false, comesAgainOn: null })
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ topic: 'Patience', topicComesAgainOn: null })
    expect(await khateeb.client.call(getMyKhutbahs, { khateebUid: 'me' })).toMatchObject([
      { topic: 'Patience' },
    ])
    expect(await setTopic(slot, 'Gratitude')).toMatchObject({ changed: true })
    expect(await setTopic(slot, '')).toEqual({ changed: true, comesAgainOn: null })
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ topic: null })
  })

  test('is public in masjid details and in each format of the public schedule', async () => {
    await masjid.client.call(publishSchedule, { masjidUid: 'me', slug: `topics-${masjid.uid}` })
    await setTopic(slot, 'Patience <b>')
    const { khutbahs } = await app.client().call(getMasjidDetails, { masjidId: masjid.uid })
    expect(khutbahs[0]?.times).toMatchObject([{ topic: 'Patience <b>' }])
    const read = async (form: string) =>
      (await fetch(`${app.baseUrl}/schedule/topics-${masjid.uid}${form}`)).text()
    for (const form of ['', '/embed', '/poster']) expect(await read(form)).toContain('Patience &lt;b&gt;')
    expect(JSON.parse(await read('/khutbahs.json'))).toMatchObject({ khutbahs: [{ topic: 'Patience <b>' }] })
    expect(await read('/khutbahs.ics')).toContain('DESCRIPTION:Patience <b>')
  })

  test('is in the calendars of the khateeb and the masjid, and a change raises the event’s sequence number', async () => {
    const { slotId } = await slotSeenBy(masjid, slot)
    const read = async (by: TestAccount) => {
      const { file } = await by.client.call(getCalendarEvent, { slotId })
      const sequence = readCalendar(file)[0]?.sequence ?? 0
      return { topic: /DESCRIPTION:Topic: (.*)\r/u.exec(file)?.[1], sequence }
    }
    const before = await read(khateeb)
    await setTopic(slot, 'Patience')
    const named = await read(khateeb)
    expect(await read(masjid)).toEqual(named)
    await setTopic(slot, 'Gratitude')
    const changed = await read(khateeb)
    await setTopic(slot, '')
    const withdrawn = await read(khateeb)
    const all = [before, named, changed, withdrawn]
    expect(all.map((it) => it.topic)).toEqual([undefined, 'Patience', 'Gratitude', undefined])
    const sequences = all.map((it) => it.sequence)
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
  })

  test('that repeats a topic within 12 weeks is reported to the khateeb before he saves it, and saving it notifies the masjid', async () => {
    const later = await postConfirmedSlot(fridayAfter(12))
    await setTopic(slot, 'The Patience of Ayyub')
    const { slotId } = await slotSeenBy(masjid, later)
    const ask = (topic: string) => khateeb.client.call(getTopicsAtMasjid, { uid: 'me', slotId, topic })
    const last = [{ date: friday, topic: 'The Patience of Ayyub' }]
    expect(await ask('patience of  ayyub!')).toEqual({ last, comesAgainOn: friday })
    expect(await ask('Patience')).toEqual({ last, comesAgainOn: null })
    expect(await countRepeatedTopicNews()).toBe(0)
    expect(await setTopic(later, 'Patience of Ayyub')).toEqual({ changed: true, comesAgainOn: friday })
    expect(await countRepeatedTopicNews()).toBe(1)
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ topicComesAgainOn: fridayAfter(12) })
    expect(await slotSeenBy(masjid, later)).toMatchObject({ topicComesAgainOn: friday })
  })

  test.each([
    ['changes', 'Gratitude'],
    ['removes', ''],
  ])(
    'that repeats another topic is removed from the masjid’s news when the khateeb %s either of the two topics',
    async (_, topic) => {
      const [repeated, later] = ['Patience of Ayyub', await postConfirmedSlot(fridayAfter(1))]
      await setTopic(slot, 'The Patience of Ayyub')
      await setTopic(later, repeated)
      await setTopic(later, topic)
      expect(await countRepeatedTopicNews()).toBe(0)
      await setTopic(later, repeated)
      expect(await countRepeatedTopicNews()).toBeGreaterThan(0)
      await setTopic(slot, topic)
      expect(await countRepeatedTopicNews()).toBe(0)
    },
  )

  test('that repeats another topic is removed from the masjid’s news when a move puts the two khutbahs more than 12 weeks apart', async () => {
    const later = await postConfirmedSlot(fridayAfter(12))
    await setTopic(slot, 'Patience')
    await setTopic(later, 'Patience')
    expect(await countRepeatedTopicNews()).toBe(1)
    await masjid.client.call(moveSlot, { ...later, toDate: fridayAfter(13), toTime: '13:00' })
    expect(await countRepeatedTopicNews()).toBe(0)
  })

  test('may repeat a topic from 13 weeks before, or from another masjid, and the masjid gets no news', async () => {
    const later = await postConfirmedSlot(fridayAfter(13))
    await setTopic(slot, 'Patience')
    expect(await setTopic(later, 'Patience')).toMatchObject({ comesAgainOn: null })
    const first = masjid
    masjid = await newMasjid(app.baseUrl)
    expect(await setTopic(await postConfirmedSlot(fridayAfter(1)), 'Patience')).toMatchObject({
      comesAgainOn: null,
    })
    expect(await countRepeatedTopicNews()).toBe(0)
    masjid = first
    expect(await countRepeatedTopicNews()).toBe(0)
  })

  test('can be set only by the confirmed khateeb, and disappears when the masjid removes him', async () => {
    const other = await newKhateeb(app.baseUrl)
    await expect(setTopic(slot, 'Patience', other)).rejects.toMatchObject({ code: 'not_found' })
    await setTopic(slot, 'Patience')
    await removeKhateebFrom(masjid, slot)
    await expect(setTopic(slot, 'Gratitude')).rejects.toMatchObject({ code: 'not_found' })
    await confirmKhateeb(masjid, other, slot)
    expect(await slotSeenBy(masjid, slot)).toMatchObject({ topic: null })
  })

  test('has one line and at most 200 characters, and cannot be set once the khutbah has begun', async () => {
    await expect(setTopic(slot, 'n'.repeat(201))).rejects.toMatchObject(
      invalidInput({ topic: 'A topic may have at most 200 characters.' }),
    )
    await expect(setTopic(slot, 'Two\nlines')).rejects.toMatchObject(
      invalidInput({ topic: expect.any(String) }),
    )
    const { slotId } = await slotSeenBy(masjid, slot)
    await app.database.db
      .updateTable('slots')
      .set({ starts_at: new Date('2020-01-03T18:00:00Z') })
      .where('id', '=', slotId)
      .execute()
    const naming = khateeb.client.call(nameTopic, { khateebUid: 'me', slotId, topic: 'Patience' })
    await expect(naming).rejects.toMatchObject({ code: 'slot_past' })
  })

  test('is in the khateeb’s data export, and is erased with his account', async () => {
    await setTopic(slot, 'Patience')
    expect((await khateeb.client.call(exportData, {})).assignments).toMatchObject([{ topic: 'Patience' }])
    await khateeb.client.call(deleteAccount, { password })
    const rows = app.database.db.selectFrom('assignments').where('khateeb_uid', '=', khateeb.uid)
    expect(await rows.select('topic').execute()).toEqual([{ topic: null }])
  })
})

test('the topics of a masjid’s khutbahs are paginated, latest date first', async () => {
  const later = await postConfirmedSlot(fridayAfter(1))
  await setTopic(slot, 'Patience')
  await setTopic(later, 'Gratitude')
  const first = await masjid.client.page(getTopics, { uid: 'me', limit: '1' })
  expect(first.items).toMatchObject([{ date: fridayAfter(1), topic: 'Gratitude', khateeb: khateeb.name }])
  const { nextCursor } = first
  const second = await masjid.client.page(getTopics, { uid: 'me', limit: '1', cursor: nextCursor ?? '' })
  expect(second.items).toMatchObject([{ date: friday, topic: 'Patience' }])
  expect(second.nextCursor).toBeNull()
})
