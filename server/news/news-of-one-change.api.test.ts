import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { startApp } from '../../tests/runtime/app.ts'
import {
  sendAndCollectLetters,
  sendAndCollectLettersTo,
  sendAndListKindsTo,
} from '../../tests/runtime/collect-letters.ts'
import { newNewsReaders, setNews } from '../../tests/runtime/news-settings.ts'
import { newKhateeb, password, type TestAccount } from '../../tests/runtime/people.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import {
  confirmKhateeb,
  fridayInJune,
  postSlot,
  requestSlot,
  type Slot,
  saturdayInJune,
} from '../../tests/runtime/slots.ts'
import type { TestMember } from '../../tests/runtime/team.ts'

const app = await startApp()
const { db } = app.database
let owner: TestMember
let member: TestMember
let khateeb: TestAccount

beforeEach(async () => {
  ;({ owner, member, khateeb } = await newNewsReaders(app))
})

describe('several pieces of news from one change', () => {
  const times = ['08:00', '10:00', '12:00', '14:00', '16:00']

  async function postAll(): Promise<Slot[]> {
    const slots: Slot[] = []
    for (const time of times) slots.push(await postSlot(owner, time))
    return slots
  }

  test('are sent to each member in one letter with a cancellation as the subject', async () => {
    const slots = await postAll()
    for (const slot of slots.slice(0, 3)) await requestSlot(khateeb, slot)
    for (const slot of slots.slice(3)) await confirmKhateeb(owner, khateeb, slot)
    await db.deleteFrom('letters').execute()
    await khateeb.client.call(deleteAccount, { password })
    const letters = await sendAndCollectLetters(app.database)
    for (const { email } of [owner, member]) {
      const subjects = letters.filter(({ to }) => to === email).map(({ subject }) => subject)
      expect(subjects).toEqual([
        expect.stringMatching(/ won’t give the khutbah on .* \(and 4 more updates\)$/u),
      ])
    }
  })

  test('count as one letter for the hourly limit, and are held above it', async () => {
    const slots = await postAll()
    for (const slot of slots) await requestSlot(khateeb, slot)
    await db.deleteFrom('letters').execute()
    await khateeb.client.call(deleteAccount, { password })
    expect(await sendAndCollectLettersTo(app.database, owner, 2)).toHaveLength(1)
    const [second, third] = [await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl)]
    await requestSlot(second, slots[0] ?? (await postSlot(owner)))
    expect(await sendAndCollectLettersTo(app.database, owner, 2)).toHaveLength(1)
    for (const slot of slots) await requestSlot(third, slot)
    await db.deleteFrom('letters').where('kind', '=', 'request_received').execute()
    await third.client.call(deleteAccount, { password })
    expect(await sendAndCollectLettersTo(app.database, owner, 2)).toEqual([])
    await app.setNow(`${fridayInJune}T15:01:00Z`)
    const [digest, ...more] = await sendAndCollectLettersTo(app.database, owner, 2)
    expect(more).toEqual([])
    expect(digest?.subject).toBe('5 updates about your khutbahs')
  })

  test('with a cancellation are sent at once in one letter, even above the hourly limit', async () => {
    const slots = await postAll()
    await requestSlot(khateeb, slots[0] ?? (await postSlot(owner)))
    await sendAndCollectLetters(app.database, 1)
    await requestSlot(khateeb, slots[1] ?? (await postSlot(owner)))
    await confirmKhateeb(owner, khateeb, slots[2] ?? (await postSlot(owner)))
    await sendAndCollectLetters(app.database, 1)
    await khateeb.client.call(deleteAccount, { password })
    const [letter, ...more] = await sendAndCollectLettersTo(app.database, owner, 1)
    expect(more).toEqual([])
    expect(letter?.subject).toMatch(/ won’t give the khutbah on /u)
  })

  test('are sent at once to a member who wants a digest if any piece is urgent, else in the digest', async () => {
    await setNews(member, { delivery: 'digest' })
    const [first, second] = await postAll()
    if (first === undefined || second === undefined) throw new Error('No slots')
    await confirmKhateeb(owner, khateeb, first)
    await requestSlot(khateeb, second)
    await db.deleteFrom('letters').execute()
    await khateeb.client.call(deleteAccount, { password })
    expect(await sendAndCollectLettersTo(app.database, member)).toHaveLength(1)
    const other = await withPermanentSession(app, await newKhateeb(app.baseUrl))
    for (const slot of [first, second]) await requestSlot(other, slot)
    await db.deleteFrom('letters').execute()
    await other.client.call(deleteAccount, { password })
    expect(await sendAndListKindsTo(app.database, member)).toEqual([])
    await app.setNow(`${saturdayInJune}T11:00:00Z`)
    expect((await sendAndCollectLettersTo(app.database, member)).map(({ subject }) => subject)).toEqual([
      '2 updates about your khutbahs',
    ])
  })

  test('are sent to different khateebs in separate letters', async () => {
    const other = await newKhateeb(app.baseUrl)
    const slot = await postSlot(owner)
    for (const it of [khateeb, other]) await requestSlot(it, slot)
    await db.deleteFrom('letters').execute()
    await owner.client.call(removeSlot, slot)
    const letters = await sendAndCollectLetters(app.database)
    expect(letters.map(({ to }) => to).toSorted()).toEqual([khateeb.email, other.email].toSorted())
  })
})
