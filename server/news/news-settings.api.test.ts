import { beforeEach, describe, expect, test } from 'vitest'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { removeMember } from '../../contract/members.ts'
import { changeNewsSettings, getNewsSettings } from '../../contract/news.ts'
import { savePlan } from '../../contract/plans.ts'
import { addDays } from '../../domain/khutbahs/wall-clock.ts'
import { startApp } from '../../tests/runtime/app.ts'
import {
  sendAndCollectLetters,
  sendAndCollectLettersTo,
  sendAndListKindsTo,
} from '../../tests/runtime/collect-letters.ts'
import { defaultNewsSettings, newNewsReaders, setNews } from '../../tests/runtime/news-settings.ts'
import { password, type TestAccount } from '../../tests/runtime/people.ts'
import {
  acceptInviteTo,
  confirmByInvite,
  confirmKhateeb,
  fridayInJune,
  inviteKhateeb,
  postSlot,
  requestSlot,
  revokeRequest,
  saturdayInJune,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'
import type { TestMember } from '../../tests/runtime/team.ts'
import { postPlannedFridays } from '../plans/post-planned-fridays.ts'

const app = await startApp()
const { db } = app.database
let owner: TestMember
let member: TestMember
let khateeb: TestAccount

beforeEach(async () => {
  ;({ owner, member, khateeb } = await newNewsReaders(app))
})

describe('the news settings of a member', () => {
  test('deliver news at once by default, and are stored for each person and party', async () => {
    const defaults = { ...defaultNewsSettings, timeZone: 'America/Detroit' }
    expect(await member.client.call(getNewsSettings, {})).toEqual(defaults)
    const chosen: RawInputOf<typeof changeNewsSettings> = {
      delivery: 'mine',
      muted: ['ended'],
      digestHour: 20,
      language: 'es',
    }
    expect(await setNews(member, chosen)).toEqual({ changed: true })
    expect(await setNews(member, chosen)).toEqual({ changed: false })
    expect(await member.client.call(getNewsSettings, {})).toEqual({ ...chosen, timeZone: 'America/Detroit' })
    expect(await owner.client.call(getNewsSettings, {})).toEqual(defaults)
  })

  test('of a khateeb cannot be “only what concerns me” (400)', async () => {
    const refused = setNews(khateeb, { delivery: 'mine' })
    await expect(refused).rejects.toMatchObject({ status: 400 })
  })

  test('are deleted with the membership', async () => {
    await setNews(member, { delivery: 'digest' })
    await owner.client.call(removeMember, { password, personId: member.personId })
    const rows = db.selectFrom('news_settings').where('person_id', '=', member.personId).select('delivery')
    expect(await rows.execute()).toEqual([])
  })
})

describe('a category of news that a member has turned off', () => {
  test.each([
    { muted: ['pending'], kinds: ['request_revoked'] },
    { muted: ['ended'], kinds: [] },
    { muted: ['confirmed'], kinds: ['request_revoked'] },
  ] as const)(
    'is the only category that sends no letter: with $muted off, a revoked request sends $kinds',
    async ({ muted, kinds }) => {
      await setNews(member, { muted: [...muted] })
      const slot = await postSlot(owner)
      await requestSlot(khateeb, slot)
      await revokeRequest(khateeb, slot)
      expect(await sendAndListKindsTo(app.database, member)).toEqual(kinds)
    },
  )

  test('is still sent to the other members', async () => {
    await setNews(member, { muted: ['pending'] })
    await requestSlot(khateeb, await postSlot(owner))
    expect(await sendAndListKindsTo(app.database, owner)).toEqual(['request_received'])
  })

  test('does not stop urgent news, even if all categories are turned off', async () => {
    await setNews(member, { muted: ['pending', 'confirmed', 'ended'] })
    const slot = await postSlot(owner)
    await confirmKhateeb(owner, khateeb, slot)
    expect(await sendAndListKindsTo(app.database, member)).toEqual([])
    await withdrawFrom(khateeb, slot)
    expect(await sendAndListKindsTo(app.database, member)).toEqual(['khateeb_withdrew'])
  })
})

describe('a member who wants only news that concerns them', () => {
  test('gets news about slots that this member posted or acted on', async () => {
    await setNews(member, { delivery: 'mine' })
    const [own, invited, foreign] = [
      await postSlot(member, '08:00'),
      await postSlot(owner, '10:00'),
      await postSlot(owner, '12:00'),
    ]
    await confirmByInvite(member, khateeb, invited)
    await requestSlot(khateeb, own)
    await requestSlot(khateeb, foreign)
    expect((await sendAndListKindsTo(app.database, member)).toSorted()).toEqual([
      'invite_accepted',
      'request_received',
    ])
  })

  test('gets news about slots that the plan posts, if this member saved the plan last', async () => {
    const service = { key: 1, time: '13:15', minutesAfterDhuhr: null, season: null, language: null }
    const save = ({ client }: TestAccount, weeksAhead: number) =>
      client.call(savePlan, { masjidUid: 'me', services: [service], closures: [], weeksAhead })
    await setNews(member, { delivery: 'mine' })
    await save(owner, 1)
    await save(member, 2)
    await app.setNow(`${addDays(fridayInJune, 8)}T14:00:00Z`)
    await postPlannedFridays(app.database)
    const slot = { masjidUid: owner.uid, khutbahDate: addDays(fridayInJune, 21), khutbahTime: '13:15' }
    await requestSlot(khateeb, slot)
    expect(await sendAndListKindsTo(app.database, member)).toEqual(['request_received'])
    await revokeRequest(khateeb, slot)
    await save(owner, 3)
    await requestSlot(khateeb, slot)
    expect(await sendAndListKindsTo(app.database, member)).toEqual([])
  })

  test('also gets urgent news about other slots', async () => {
    await setNews(member, { delivery: 'mine' })
    const slot = await postSlot(owner)
    await confirmKhateeb(owner, khateeb, slot)
    await withdrawFrom(khateeb, slot)
    expect(await sendAndListKindsTo(app.database, member)).toEqual(['khateeb_withdrew'])
  })
})

describe('a member who chooses a language', () => {
  test('gets a party’s news in this language, and other members get the news in their own', async () => {
    await setNews(member, { language: 'ar' })
    await setNews(khateeb, { language: 'es' })
    const slot = await postSlot(owner)
    await inviteKhateeb(owner, khateeb, slot)
    const invitation = await sendAndCollectLetters(app.database)
    await acceptInviteTo(khateeb, slot)
    const letters = [...invitation, ...(await sendAndCollectLetters(app.database))]
    const subjectsTo = ({ email }: TestAccount) =>
      letters.filter(({ to }) => to === email).map(({ subject }) => subject)
    expect(subjectsTo(member)).toEqual([expect.stringMatching(/^سيلقي .* الخطبة يوم /u)])
    expect(subjectsTo(khateeb)).toEqual([expect.stringMatching(/ te invita a dar la jutba del /u)])
    expect(subjectsTo(owner)).toEqual([expect.stringMatching(/ will give the khutbah on /u)])
  })

  test('gets a queued digest in the language that is set at the time of sending', async () => {
    await setNews(member, { delivery: 'digest', language: 'es' })
    for (const time of ['08:00', '10:00']) await requestSlot(khateeb, await postSlot(owner, time))
    await setNews(member, { delivery: 'digest', language: 'ar' })
    await app.setNow(`${saturdayInJune}T11:00:00Z`)
    expect((await sendAndCollectLettersTo(app.database, member)).map(({ subject }) => subject)).toEqual([
      'خبران عن خطبكم',
    ])
  })

  test('still gets letters about their own account in English', async () => {
    await setNews(member, { language: 'ar' })
    await owner.client.call(removeMember, { password, personId: member.personId })
    expect((await sendAndCollectLettersTo(app.database, member)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Assalamu alaikum/u),
    ])
  })
})
