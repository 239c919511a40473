import { beforeEach, describe, expect, test } from 'vitest'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { changeNewsSettings } from '../../contract/news.ts'
import { updateMasjid, updateUser } from '../../contract/own-records.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { startApp } from '../../tests/runtime/app.ts'
import {
  sendAndCollectLetters,
  sendAndCollectLettersTo,
  sendAndListKindsTo,
} from '../../tests/runtime/collect-letters.ts'
import { defaultNewsSettings, newNewsReaders, setNews } from '../../tests/runtime/news-settings.ts'
import type { TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import {
  confirmByInvite,
  confirmKhateeb,
  fridayInJune,
  inviteKhateeb,
  postSlot,
  requestSlot,
  saturdayInJune,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'
import type { TestMember } from '../../tests/runtime/team.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import type { Caller } from '../http/route.ts'
import { loadZipTable } from '../places/zip-table.ts'
import { changeNewsSettings as changeSettingsIn } from './news-settings.ts'

const app = await startApp()
const { db } = app.database
let owner: TestMember
let member: TestMember
let khateeb: TestAccount

beforeEach(async () => {
  ;({ owner, member, khateeb } = await newNewsReaders(app))
})

describe('a member who wants a daily digest', () => {
  test('gets the news of a day at the chosen hour in the masjid’s time zone', async () => {
    await setNews(member, { delivery: 'digest', digestHour: 18 })
    for (const time of ['08:00', '10:00']) await requestSlot(khateeb, await postSlot(owner, time))
    expect(await sendAndListKindsTo(app.database, member)).toEqual([])
    await app.setNow(`${fridayInJune}T21:59:59Z`)
    expect(await sendAndListKindsTo(app.database, member)).toEqual([])
    await app.setNow(`${fridayInJune}T22:00:00Z`)
    expect((await sendAndCollectLettersTo(app.database, member)).map(({ subject }) => subject)).toEqual([
      '2 updates about your khutbahs',
    ])
    await app.setNow(`${saturdayInJune}T22:00:00Z`)
    expect(await sendAndListKindsTo(app.database, member)).toEqual([])
  })

  test('still gets urgent news at once', async () => {
    await setNews(member, { delivery: 'digest' })
    const slot = await postSlot(owner)
    await confirmKhateeb(owner, khateeb, slot)
    await requestSlot(khateeb, await postSlot(owner, '16:00'))
    await withdrawFrom(khateeb, slot)
    expect(await sendAndListKindsTo(app.database, member)).toEqual(['khateeb_withdrew'])
    await app.setNow(`${saturdayInJune}T11:00:00Z`)
    expect((await sendAndCollectLettersTo(app.database, member)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('would like to give the khutbah'),
    ])
  })

  test('gets news at once about a khutbah that starts before the digest', async () => {
    await setNews(khateeb, { delivery: 'digest', digestHour: 18 })
    const [before, after] = [
      await postSlot(owner, '13:30', fridayInJune),
      await postSlot(owner, '18:30', fridayInJune),
    ]
    for (const slot of [before, after]) await confirmKhateeb(owner, khateeb, slot)
    const texts = async () => (await sendAndCollectLettersTo(app.database, khateeb)).map(({ text }) => text)
    expect(await texts()).toEqual([expect.stringContaining('1:30 PM')])
    await app.setNow(`${fridayInJune}T22:00:00Z`)
    expect(await texts()).toEqual([expect.stringContaining('6:30 PM')])
  })

  test('gets at once the letter that updates the calendar event of a moved khutbah, if the khutbah’s former start is before the digest', async () => {
    const [before, after] = [
      await postSlot(owner, '13:30', fridayInJune),
      await postSlot(owner, '18:30', fridayInJune),
    ]
    for (const slot of [before, after]) await confirmByInvite(owner, khateeb, slot)
    expect(await sendAndListKindsTo(app.database, member)).toEqual(['invite_accepted', 'invite_accepted'])
    await setNews(member, { delivery: 'digest', digestHour: 18 })
    for (const slot of [before, after])
      await owner.client.call(moveSlot, {
        ...slot,
        toDate: addDays(fridayInJune, 7),
        toTime: slot.khutbahTime,
      })
    const texts = async () => (await sendAndCollectLettersTo(app.database, member)).map(({ text }) => text)
    expect(await texts()).toEqual([expect.stringContaining('1:30 PM')])
    await app.setNow(`${fridayInJune}T22:00:00Z`)
    expect(await texts()).toEqual([expect.stringContaining('6:30 PM')])
  })

  test('gets held news at the new hour after changing the hour, and at once after turning the digest off', async () => {
    await setNews(member, { delivery: 'digest', digestHour: 7 })
    await requestSlot(khateeb, await postSlot(owner))
    await setNews(member, { delivery: 'digest', digestHour: 11 })
    await app.setNow(`${fridayInJune}T15:00:00Z`)
    expect(await sendAndListKindsTo(app.database, member)).toHaveLength(1)
    await requestSlot(khateeb, await postSlot(owner, '16:00'))
    expect(await sendAndListKindsTo(app.database, member)).toEqual([])
    await setNews(member, {})
    expect(await sendAndListKindsTo(app.database, member)).toHaveLength(1)
  })

  test('with an unconfirmed address gets one letter with news an hour, even after saving the settings again and again', async () => {
    // A confirmed address may get ten letters an hour here.
    const lettersToKhateeb = () => sendAndCollectLettersTo(app.database, khateeb, 10)
    await inviteKhateeb(owner, khateeb, await postSlot(owner, '08:00'))
    expect(await lettersToKhateeb()).toHaveLength(1)
    for (const time of ['10:00', '12:00']) {
      await inviteKhateeb(owner, khateeb, await postSlot(owner, time))
      await setNews(khateeb, { delivery: 'digest' })
      await setNews(khateeb, {})
      expect(await lettersToKhateeb()).toEqual([])
    }
    await app.setNow(`${fridayInJune}T15:01:00Z`)
    expect(await lettersToKhateeb()).toHaveLength(1)
  })

  test('gets the digest at the chosen hour in the time zone of his current ZIP, if he is a khateeb', async () => {
    await setNews(khateeb, { delivery: 'digest', digestHour: 12 })
    await khateeb.client.call(updateUser, { uid: 'me', zipCode: '96813' })
    await inviteKhateeb(owner, khateeb, await postSlot(owner))
    await app.setNow(`${fridayInJune}T16:00:00Z`)
    expect(await sendAndListKindsTo(app.database, khateeb)).toEqual([])
    await app.setNow(`${fridayInJune}T22:00:00Z`)
    expect(await sendAndListKindsTo(app.database, khateeb)).toHaveLength(1)
  })

  test('gets the digest in the time zone of his new ZIP, if he is a khateeb and changes the ZIP while saving his first settings', async () => {
    const caller: Caller = {
      uid: khateeb.uid,
      role: 'khateeb',
      memberRole: 'owner',
      personId: await personIdOf(db, khateeb.uid),
      sessionId: '',
      memberships: [],
    }
    const settings: RawInputOf<typeof changeNewsSettings> = {
      ...defaultNewsSettings,
      muted: [],
      delivery: 'digest',
      digestHour: 12,
    }
    const started = await app.database.transaction(async (tx) => {
      await changeSettingsIn(tx, loadZipTable(), settings, caller)
      const move = khateeb.client.call(updateUser, { uid: 'me', zipCode: '96813' })
      await waitForLockConflict(tx, move)
      return { move }
    })
    await started.move
    await inviteKhateeb(owner, khateeb, await postSlot(owner))
    await app.setNow(`${fridayInJune}T16:00:00Z`)
    expect(await sendAndListKindsTo(app.database, khateeb)).toEqual([])
    await app.setNow(`${fridayInJune}T22:00:00Z`)
    expect(await sendAndListKindsTo(app.database, khateeb)).toHaveLength(1)
  })

  test('gets news that is already held in the time zone of his new ZIP, if he is a khateeb who changes his ZIP', async () => {
    await khateeb.client.call(updateUser, { uid: 'me', zipCode: '96813' })
    await setNews(khateeb, { delivery: 'digest', digestHour: 12 })
    await inviteKhateeb(owner, khateeb, await postSlot(owner))
    await khateeb.client.call(updateUser, { uid: 'me', zipCode: '48126' })
    await app.setNow(`${fridayInJune}T15:59:59Z`)
    expect(await sendAndListKindsTo(app.database, khateeb)).toEqual([])
    await app.setNow(`${fridayInJune}T16:00:00Z`)
    expect(await sendAndListKindsTo(app.database, khateeb)).toHaveLength(1)
  })

  test('gets held news at their own chosen hour in the new time zone after the masjid changes its ZIP', async () => {
    await owner.client.call(updateMasjid, { uid: 'me', zipCode: '96813' })
    await setNews(owner, { delivery: 'digest', digestHour: 11 })
    await setNews(member, { delivery: 'digest', digestHour: 12 })
    await requestSlot(khateeb, await postSlot(owner))
    await owner.client.call(updateMasjid, { uid: 'me', zipCode: '48126' })
    await app.setNow(`${fridayInJune}T15:00:00Z`)
    const recipients = async () => (await sendAndCollectLetters(app.database)).map(({ to }) => to)
    expect(await recipients()).toContain(owner.email)
    await app.setNow(`${fridayInJune}T16:00:00Z`)
    expect(await recipients()).toEqual([member.email])
  })
})
