import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { deleteAccount } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { removeMember } from '../../contract/members.ts'
import { changeNewsSettings, getNewsSettings } from '../../contract/news.ts'
import { updateMasjid, updateUser } from '../../contract/own-records.ts'
import { savePlan } from '../../contract/plans.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { sendAndCollectLetters } from '../../tests/runtime/collect-letters.ts'
import { newKhateeb, password, type TestAccount } from '../../tests/runtime/people.ts'
import { personIdOf } from '../../tests/runtime/person-id.ts'
import { insertSessionOfPerson, withPermanentSession } from '../../tests/runtime/session.ts'
import {
  acceptInviteTo,
  confirmByInvite,
  confirmKhateeb,
  inviteKhateeb,
  postSlot,
  requestSlot,
  revokeRequest,
  type Slot,
  withdrawFrom,
} from '../../tests/runtime/slots.ts'
import { newMember, newOwner, type TestMember } from '../../tests/runtime/team.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import type { Caller } from '../http/route.ts'
import { loadZipTable } from '../places/zip-table.ts'
import { postPlannedFridays } from '../plans/post-planned-fridays.ts'
import { changeNewsSettings as changeSettingsIn } from './news-settings.ts'

const app = await startApp({ env: { LIMIT_RESET: '1000/600' } })
const { reader } = app.database
let owner: TestMember
let member: TestMember
let khateeb: TestAccount

/** 10:00 in Dearborn. */
const morning = '2026-06-05T14:00:00Z'

beforeEach(async () => {
  await app.setNow(morning)
  owner = await withLongSession(await newOwner(app))
  member = await withLongSession(await newMember(app, owner, 'scheduler'))
  khateeb = await withPermanentSession(app, await newKhateeb(app.baseUrl))
  await reader.deleteFrom('letters').execute()
  await sql`delete from rate_limits`.execute(reader)
})

async function withLongSession(person: TestMember): Promise<TestMember> {
  const { token } = await insertSessionOfPerson(app.database, person.personId)
  return { ...person, token, client: app.client(token) }
}

const defaultSettings = { delivery: 'at_once', muted: [], digestHour: 7, language: 'en' } as const

function set(person: TestAccount, changes: Partial<RawInputOf<typeof changeNewsSettings>>) {
  return person.client.call(changeNewsSettings, { ...defaultSettings, ...changes })
}

/** Sends the due letters. Returns the letters to a person. */
async function sendAndCollectLettersTo({ email }: TestAccount, perHour?: number) {
  return (await sendAndCollectLetters(app.database, perHour)).filter(({ to }) => to === email)
}

const sendAndListKinds = async (person: TestAccount) =>
  (await sendAndCollectLettersTo(person)).map(({ kind }) => kind)

describe('the news settings of a member', () => {
  test('deliver news at once by default, and are stored for each person and party', async () => {
    const defaults = { ...defaultSettings, timeZone: 'America/Detroit' }
    expect(await member.client.call(getNewsSettings, {})).toEqual(defaults)
    const chosen: RawInputOf<typeof changeNewsSettings> = {
      delivery: 'mine',
      muted: ['ended'],
      digestHour: 20,
      language: 'es',
    }
    expect(await set(member, chosen)).toEqual({ changed: true })
    expect(await set(member, chosen)).toEqual({ changed: false })
    expect(await member.client.call(getNewsSettings, {})).toEqual({ ...chosen, timeZone: 'America/Detroit' })
    expect(await owner.client.call(getNewsSettings, {})).toEqual(defaults)
  })

  test('of a khateeb cannot be “only what concerns me” (400)', async () => {
    const refused = set(khateeb, { delivery: 'mine' })
    await expect(refused).rejects.toMatchObject({ status: 400 })
  })

  test('are deleted with the membership', async () => {
    await set(member, { delivery: 'digest' })
    await owner.client.call(removeMember, { password, personId: member.personId })
    const rows = reader
      .selectFrom('news_settings')
      .where('person_id', '=', member.personId)
      .select('delivery')
    expect(await rows.execute()).toEqual([])
  })
})

describe('a category of news that a member has turned off', () => {
  test.each([
    { muted: ['pending'], kinds: ['request_revoked'] },
    { muted: ['ended'], kinds: [] },
    { muted: ['confirmed'], kinds: ['request_revoked'] },
  ] as const)(
    'is not sent: with $muted turned off, the letters about a revoked request are $kinds',
    async ({ muted, kinds }) => {
      await set(member, { muted: [...muted] })
      const slot = await postSlot(owner)
      await requestSlot(khateeb, slot)
      await revokeRequest(khateeb, slot)
      expect(await sendAndListKinds(member)).toEqual(kinds)
    },
  )

  test('is still sent to the other members', async () => {
    await set(member, { muted: ['pending'] })
    await requestSlot(khateeb, await postSlot(owner))
    expect(await sendAndListKinds(owner)).toEqual(['request_received'])
  })

  test('does not stop urgent news, even if all categories are turned off', async () => {
    await set(member, { muted: ['pending', 'confirmed', 'ended'] })
    const slot = await postSlot(owner)
    await confirmKhateeb(owner, khateeb, slot)
    expect(await sendAndListKinds(member)).toEqual([])
    await withdrawFrom(khateeb, slot)
    expect(await sendAndListKinds(member)).toEqual(['khateeb_withdrew'])
  })
})

describe('a member who wants only news that concerns them', () => {
  test('gets news about slots that this member posted or acted on', async () => {
    await set(member, { delivery: 'mine' })
    const [own, invited, foreign] = [
      await postSlot(member, '08:00'),
      await postSlot(owner, '10:00'),
      await postSlot(owner, '12:00'),
    ]
    await confirmByInvite(member, khateeb, invited)
    await requestSlot(khateeb, own)
    await requestSlot(khateeb, foreign)
    expect((await sendAndListKinds(member)).toSorted()).toEqual(['invite_accepted', 'request_received'])
  })

  test('gets news about slots that the plan posts, if this member saved the plan last', async () => {
    const service = { key: 1, time: '13:15', minutesAfterDhuhr: null, season: null, language: null }
    const save = ({ client }: TestAccount, weeksAhead: number) =>
      client.call(savePlan, { masjidUid: 'me', services: [service], closures: [], weeksAhead })
    await set(member, { delivery: 'mine' })
    await save(owner, 1)
    await save(member, 2)
    await app.setNow('2026-06-13T14:00:00Z')
    await postPlannedFridays(app.database)
    const slot = { masjidUid: owner.uid, khutbahDate: '2026-06-26', khutbahTime: '13:15' }
    await requestSlot(khateeb, slot)
    expect(await sendAndListKinds(member)).toEqual(['request_received'])
    await revokeRequest(khateeb, slot)
    await save(owner, 3)
    await requestSlot(khateeb, slot)
    expect(await sendAndListKinds(member)).toEqual([])
  })

  test('also gets urgent news about other slots', async () => {
    await set(member, { delivery: 'mine' })
    const slot = await postSlot(owner)
    await confirmKhateeb(owner, khateeb, slot)
    await withdrawFrom(khateeb, slot)
    expect(await sendAndListKinds(member)).toEqual(['khateeb_withdrew'])
  })
})

describe('a member who wants a daily digest', () => {
  test('gets the news of a day at the chosen hour in the masjid’s time zone', async () => {
    await set(member, { delivery: 'digest', digestHour: 18 })
    for (const time of ['08:00', '10:00']) await requestSlot(khateeb, await postSlot(owner, time))
    expect(await sendAndListKinds(member)).toEqual([])
    await app.setNow('2026-06-05T21:59:59Z')
    expect(await sendAndListKinds(member)).toEqual([])
    await app.setNow('2026-06-05T22:00:00Z')
    expect((await sendAndCollectLettersTo(member)).map(({ subject }) => subject)).toEqual([
      '2 updates about your khutbahs',
    ])
    await app.setNow('2026-06-06T22:00:00Z')
    expect(await sendAndListKinds(member)).toEqual([])
  })

  test('still gets urgent news at once', async () => {
    await set(member, { delivery: 'digest' })
    const slot = await postSlot(owner)
    await confirmKhateeb(owner, khateeb, slot)
    await requestSlot(khateeb, await postSlot(owner, '16:00'))
    await withdrawFrom(khateeb, slot)
    expect(await sendAndListKinds(member)).toEqual(['khateeb_withdrew'])
    await app.setNow('2026-06-06T11:00:00Z')
    expect((await sendAndCollectLettersTo(member)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('would like to give the khutbah'),
    ])
  })

  test('gets news at once about a khutbah that starts before the digest', async () => {
    await set(khateeb, { delivery: 'digest', digestHour: 18 })
    const [before, after] = [
      await postSlot(owner, '13:30', '2026-06-05'),
      await postSlot(owner, '18:30', '2026-06-05'),
    ]
    for (const slot of [before, after]) await confirmKhateeb(owner, khateeb, slot)
    const texts = async () => (await sendAndCollectLettersTo(khateeb)).map(({ text }) => text)
    expect(await texts()).toEqual([expect.stringContaining('1:30 PM')])
    await app.setNow('2026-06-05T22:00:00Z')
    expect(await texts()).toEqual([expect.stringContaining('6:30 PM')])
  })

  test('gets at once the letter that updates the calendar event of a moved khutbah, if the khutbah’s former start is before the digest', async () => {
    const [before, after] = [
      await postSlot(owner, '13:30', '2026-06-05'),
      await postSlot(owner, '18:30', '2026-06-05'),
    ]
    for (const slot of [before, after]) await confirmByInvite(owner, khateeb, slot)
    expect(await sendAndListKinds(member)).toEqual(['invite_accepted', 'invite_accepted'])
    await set(member, { delivery: 'digest', digestHour: 18 })
    for (const slot of [before, after])
      await owner.client.call(moveSlot, { ...slot, toDate: '2026-06-12', toTime: slot.khutbahTime })
    const texts = async () => (await sendAndCollectLettersTo(member)).map(({ text }) => text)
    expect(await texts()).toEqual([expect.stringContaining('1:30 PM')])
    await app.setNow('2026-06-05T22:00:00Z')
    expect(await texts()).toEqual([expect.stringContaining('6:30 PM')])
  })

  test('gets held news at the new hour after changing the hour, and at once after turning the digest off', async () => {
    await set(member, { delivery: 'digest', digestHour: 7 })
    await requestSlot(khateeb, await postSlot(owner))
    await set(member, { delivery: 'digest', digestHour: 11 })
    await app.setNow('2026-06-05T15:00:00Z')
    expect(await sendAndListKinds(member)).toHaveLength(1)
    await requestSlot(khateeb, await postSlot(owner, '16:00'))
    expect(await sendAndListKinds(member)).toEqual([])
    await set(member, {})
    expect(await sendAndListKinds(member)).toHaveLength(1)
  })

  test('with an unconfirmed address gets one letter with news an hour, even after saving the settings again and again', async () => {
    const lettersToKhateeb = () => sendAndCollectLettersTo(khateeb, 10)
    await inviteKhateeb(owner, khateeb, await postSlot(owner, '08:00'))
    expect(await lettersToKhateeb()).toHaveLength(1)
    for (const time of ['10:00', '12:00']) {
      await inviteKhateeb(owner, khateeb, await postSlot(owner, time))
      await set(khateeb, { delivery: 'digest' })
      await set(khateeb, {})
      expect(await lettersToKhateeb()).toEqual([])
    }
    await app.setNow('2026-06-05T15:01:00Z')
    expect(await lettersToKhateeb()).toHaveLength(1)
  })

  test('and is a khateeb gets the digest at the chosen hour in the time zone of his current ZIP', async () => {
    await set(khateeb, { delivery: 'digest', digestHour: 12 })
    await khateeb.client.call(updateUser, { uid: 'me', zipCode: '96813' })
    await inviteKhateeb(owner, khateeb, await postSlot(owner))
    await app.setNow('2026-06-05T16:00:00Z')
    expect(await sendAndListKinds(khateeb)).toEqual([])
    await app.setNow('2026-06-05T22:00:00Z')
    expect(await sendAndListKinds(khateeb)).toHaveLength(1)
  })

  test('and is a khateeb gets the digest in the time zone of his new ZIP, even if he changes the ZIP while he saves his first settings', async () => {
    const caller: Caller = {
      uid: khateeb.uid,
      role: 'khateeb',
      memberRole: 'owner',
      personId: await personIdOf(reader, khateeb.uid),
      sessionId: '',
      emailVerified: false,
      memberships: [],
    }
    const settings: RawInputOf<typeof changeNewsSettings> = {
      ...defaultSettings,
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
    await app.setNow('2026-06-05T16:00:00Z')
    expect(await sendAndListKinds(khateeb)).toEqual([])
    await app.setNow('2026-06-05T22:00:00Z')
    expect(await sendAndListKinds(khateeb)).toHaveLength(1)
  })

  test('and is a khateeb gets held news at the chosen hour in the new time zone after changing his ZIP', async () => {
    await khateeb.client.call(updateUser, { uid: 'me', zipCode: '96813' })
    await set(khateeb, { delivery: 'digest', digestHour: 12 })
    await inviteKhateeb(owner, khateeb, await postSlot(owner))
    await khateeb.client.call(updateUser, { uid: 'me', zipCode: '48126' })
    await app.setNow('2026-06-05T15:59:59Z')
    expect(await sendAndListKinds(khateeb)).toEqual([])
    await app.setNow('2026-06-05T16:00:00Z')
    expect(await sendAndListKinds(khateeb)).toHaveLength(1)
  })

  test('gets held news at their own chosen hour in the new time zone after the masjid changes its ZIP', async () => {
    await owner.client.call(updateMasjid, { uid: 'me', zipCode: '96813' })
    await set(owner, { delivery: 'digest', digestHour: 11 })
    await set(member, { delivery: 'digest', digestHour: 12 })
    await requestSlot(khateeb, await postSlot(owner))
    await owner.client.call(updateMasjid, { uid: 'me', zipCode: '48126' })
    await app.setNow('2026-06-05T15:00:00Z')
    const recipients = async () => (await sendAndCollectLetters(app.database)).map(({ to }) => to)
    expect(await recipients()).toContain(owner.email)
    await app.setNow('2026-06-05T16:00:00Z')
    expect(await recipients()).toEqual([member.email])
  })
})

describe('a member who chooses a language', () => {
  test('gets a party’s news in this language, and other members get the news in their own', async () => {
    await set(member, { language: 'ar' })
    await set(khateeb, { language: 'es' })
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
    await set(member, { delivery: 'digest', language: 'es' })
    for (const time of ['08:00', '10:00']) await requestSlot(khateeb, await postSlot(owner, time))
    await set(member, { delivery: 'digest', language: 'ar' })
    await app.setNow('2026-06-06T11:00:00Z')
    expect((await sendAndCollectLettersTo(member)).map(({ subject }) => subject)).toEqual(['خبران عن خطبكم'])
  })

  test('still gets letters about their own account in English', async () => {
    await set(member, { language: 'ar' })
    await owner.client.call(removeMember, { password, personId: member.personId })
    expect((await sendAndCollectLettersTo(member)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Assalamu alaikum/u),
    ])
  })
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
    await reader.deleteFrom('letters').execute()
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
    await reader.deleteFrom('letters').execute()
    await khateeb.client.call(deleteAccount, { password })
    expect(await sendAndCollectLettersTo(owner, 2)).toHaveLength(1)
    const [second, third] = [await newKhateeb(app.baseUrl), await newKhateeb(app.baseUrl)]
    await requestSlot(second, slots[0] ?? (await postSlot(owner)))
    expect(await sendAndCollectLettersTo(owner, 2)).toHaveLength(1)
    for (const slot of slots) await requestSlot(third, slot)
    await reader.deleteFrom('letters').where('kind', '=', 'request_received').execute()
    await third.client.call(deleteAccount, { password })
    expect(await sendAndCollectLettersTo(owner, 2)).toEqual([])
    await app.setNow('2026-06-05T15:01:00Z')
    const [digest, ...more] = await sendAndCollectLettersTo(owner, 2)
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
    const [letter, ...more] = await sendAndCollectLettersTo(owner, 1)
    expect(more).toEqual([])
    expect(letter?.subject).toMatch(/ won’t give the khutbah on /u)
  })

  test('are sent at once to a member who wants a digest if any piece is urgent, else in the digest', async () => {
    await set(member, { delivery: 'digest' })
    const [first, second] = await postAll()
    if (first === undefined || second === undefined) throw new Error('No slots')
    await confirmKhateeb(owner, khateeb, first)
    await requestSlot(khateeb, second)
    await reader.deleteFrom('letters').execute()
    await khateeb.client.call(deleteAccount, { password })
    expect(await sendAndCollectLettersTo(member)).toHaveLength(1)
    const other = await withPermanentSession(app, await newKhateeb(app.baseUrl))
    for (const slot of [first, second]) await requestSlot(other, slot)
    await reader.deleteFrom('letters').execute()
    await other.client.call(deleteAccount, { password })
    expect(await sendAndListKinds(member)).toEqual([])
    await app.setNow('2026-06-06T11:00:00Z')
    expect((await sendAndCollectLettersTo(member)).map(({ subject }) => subject)).toEqual([
      '2 updates about your khutbahs',
    ])
  })

  test('are sent to different khateebs in separate letters', async () => {
    const other = await newKhateeb(app.baseUrl)
    const slot = await postSlot(owner)
    for (const it of [khateeb, other]) await requestSlot(it, slot)
    await reader.deleteFrom('letters').execute()
    await owner.client.call(removeSlot, slot)
    const letters = await sendAndCollectLetters(app.database)
    expect(letters.map(({ to }) => to).toSorted()).toEqual([khateeb.email, other.email].toSorted())
  })
})
