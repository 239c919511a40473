import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { updateMasjid } from '../../contract/directory.ts'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { deleteAccount, exportData } from '../../contract/identity.ts'
import { describeSlots, moveSlot, removeSlot } from '../../contract/khutbahs.ts'
import { getPlan, previewPlan, savePlan, stopPlan } from '../../contract/plans.ts'
import { fridaysFrom } from '../../domain/khutbahs/plan.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { openTestSession } from '../../tests/runtime/session.ts'
import {
  confirmKhateeb,
  inviteKhateeb,
  postSlot,
  requestSlot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'
import { postPlannedFridays } from './post-planned-fridays.ts'

type Sent = Omit<RawInputOf<typeof savePlan>, 'masjidUid'>

/** A Monday, before the clocks change on 14 March. */
const monday = '2027-03-01'
const fridays = fridaysFrom(monday, 8)
const [first = '', second = '', third = ''] = fridays

let masjid: TestAccount
const app = await startApp()
beforeEach(async () => {
  await app.setNow(`${monday}T15:00:00Z`)
  await app.database.reader.deleteFrom('plans').execute()
  masjid = await newMasjid(app.baseUrl)
})

const at = (time: string, key = 1) => ({ key, time, minutesAfterDhuhr: null, season: null, language: null })
const afterDhuhr = (minutesAfterDhuhr: number, key = 1) => ({
  key,
  time: null,
  minutesAfterDhuhr,
  season: null,
  language: null,
})
const planOf = (services: Sent['services'], changes: Partial<Sent> = {}): Sent => ({
  services,
  closures: [],
  weeksAhead: 3,
  ...changes,
})
/** As much as a plan can have, at so many minutes past each hour. */
const wholeAt = (minutes: string) =>
  planOf(
    Array.from({ length: 8 }, (_, index) => at(`1${index}:${minutes}`, index + 1)),
    { weeksAhead: 26 },
  )
const save = (plan: Sent, by = masjid) => by.client.call(savePlan, { masjidUid: 'me', ...plan })
const preview = (plan: Sent) => masjid.client.call(previewPlan, { masjidUid: 'me', ...plan })
const slotOn = (khutbahDate: string, khutbahTime: string) => ({
  masjidUid: masjid.uid,
  khutbahDate,
  khutbahTime,
})

/** The masjid's slots, as `date time`. */
async function slots(): Promise<string[]> {
  const rows = await app.database.reader
    .selectFrom('slots')
    .where('masjid_uid', '=', masjid.uid)
    .where('removed_at', 'is', null)
    .orderBy('starts_at')
    .select(['date', 'time'])
    .execute()
  return rows.map(({ date, time }) => `${date} ${time.slice(0, 5)}`)
}

async function runJobOn(date: string): Promise<void> {
  await app.setNow(`${date}T15:00:00Z`)
  await postPlannedFridays(app.database)
}

describe('a plan that is saved', () => {
  test('posts its Fridays at once, and is read as it was saved', async () => {
    const plan = planOf([at('13:00'), at('14:15', 2)])
    expect((await masjid.client.call(getPlan, { uid: 'me' })).isSaved).toBe(false)
    expect(await save(plan)).toEqual({ changed: true, posted: 6, moved: 0, removed: 0 })
    expect(await slots()).toEqual(
      [first, second, third].flatMap((date) => [`${date} 13:00`, `${date} 14:15`]),
    )
    const { preview: seen, ...read } = await masjid.client.call(getPlan, { uid: 'me' })
    expect(read).toEqual({ plan, isSaved: true, today: monday })
    expect(seen).toEqual(await preview(plan))
    expect(await save(plan)).toMatchObject({ changed: false, posted: 0 })
  })

  test('posts times after Dhuhr, which follow the sun and the clocks', async () => {
    await save(planOf([afterDhuhr(30)]))
    expect(await slots()).toEqual([`${first} 13:15`, `${second} 13:15`, `${third} 14:15`])
  })

  test('has different times in different seasons, and no services on closed dates', async () => {
    await save(
      planOf(
        [
          { ...at('13:00'), season: { firstDay: '11-01', lastDay: '03-11' } },
          { ...at('13:30', 2), season: { firstDay: '03-12', lastDay: '10-31' } },
        ],
        { closures: [second, '2026-01-02'] },
      ),
    )
    expect(await slots()).toEqual([`${first} 13:00`, `${third} 13:30`])
    expect((await masjid.client.call(getPlan, { uid: 'me' })).plan.closures).toEqual([second])
  })

  test('posts no service of today that has begun', async () => {
    await app.setNow(`${first}T19:00:00Z`)
    masjid = await newMasjid(app.baseUrl)
    const plan = planOf([at('13:00'), at('15:00', 2)], { weeksAhead: 1 })
    const { fridays: seen } = await preview(plan)
    expect(seen[0]?.services.map((it) => it.state)).toEqual(['not_posted', 'posts'])
    await save(plan)
    expect(await slots()).toEqual([`${first} 15:00`])
  })

  test('leaves a slot that is there already, and never moves it', async () => {
    await postSlot(masjid, '13:00', second)
    expect((await save(planOf([at('13:00')]))).posted).toBe(2)
    expect((await save(planOf([at('13:30')]))).moved).toBe(2)
    expect(await slots()).toEqual([`${first} 13:30`, `${second} 13:00`, `${third} 13:30`])
  })

  test('begins, before it is saved, with the times of the last Friday that was posted', async () => {
    const suggested = async (client = masjid.client) => (await client.call(getPlan, { uid: 'me' })).plan
    expect(await suggested()).toEqual(planOf([at('13:30')], { weeksAhead: 13 }))
    for (const time of ['14:15', '13:00']) await postSlot(masjid, time, first)
    await postSlot(masjid, '20:00', '2027-03-06')
    await app.setNow('2027-03-07T15:00:00Z')
    const later = app.client(await openTestSession(app.database, masjid.uid))
    expect(await suggested(later)).toEqual(planOf([at('13:00'), at('14:15', 2)], { weeksAhead: 13 }))
  })

  test('posts one slot for services that begin together, and each of them once they differ', async () => {
    const together = await save(planOf([at('13:00'), at('13:00', 2)], { weeksAhead: 1 }))
    expect(together.posted).toBe(1)
    const { fridays: seen } = await preview(planOf([at('13:00'), at('13:00', 2)], { weeksAhead: 1 }))
    expect(seen[0]?.services.map((it) => it.state)).toEqual(['posted', 'not_posted'])
    await save(planOf([at('13:00'), at('14:00', 2)], { weeksAhead: 1 }))
    expect(await slots()).toEqual([`${first} 13:00`, `${first} 14:00`])
  })

  test('is exported, and deleted with the account', async () => {
    const plan = planOf([at('13:00')])
    await save(plan)
    expect((await masjid.client.call(exportData, {})).plan).toEqual(plan)
    await masjid.client.call(deleteAccount, { password })
    const left = app.database.reader.selectFrom('planned_slots').where('masjid_uid', '=', masjid.uid)
    expect(await left.selectAll().execute()).toEqual([])
  })

  test.each([
    ['services.0.minutesAfterDhuhr', planOf([{ ...at('13:00'), minutesAfterDhuhr: 30 }])],
    ['services.0.time', planOf([{ ...afterDhuhr(30), minutesAfterDhuhr: null }])],
    ['services', planOf([at('13:00'), at('14:00')])],
    ['services', planOf([])],
    ['weeksAhead', planOf([at('13:00')], { weeksAhead: 27 })],
    ['closures', planOf([at('13:00')], { closures: ['2199-01-01'] })],
  ])('names %s if it is wrong', async (field, plan) => {
    for (const call of [save, preview])
      await expect(call(plan)).rejects.toMatchObject({ status: 400, fields: { [field]: expect.any(String) } })
    expect(await slots()).toEqual([])
  })
})

describe('the job', () => {
  test('posts each Friday once, when its week comes, as Minbar', async () => {
    await save(planOf([at('13:00')]))
    await runJobOn('2027-03-05')
    expect(await slots()).toHaveLength(3)
    await runJobOn('2027-03-06')
    await runJobOn('2027-03-06')
    expect(await slots()).toEqual(fridays.slice(0, 4).map((date) => `${date} 13:00`))
    const acts = await app.database.reader
      .selectFrom('audit')
      .where('masjid_uid', '=', masjid.uid)
      .where('event', '=', 'slot_posted')
      .orderBy('id')
      .select('by_role')
      .execute()
    expect(acts.map((it) => it.by_role)).toEqual(['masjid', 'masjid', 'masjid', 'minbar'])
  })

  test('leaves out Fridays that passed during an outage', async () => {
    await save(planOf([at('13:00')], { weeksAhead: 1 }))
    await runJobOn('2027-03-22')
    expect(await slots()).toEqual([`${first} 13:00`, '2027-03-26 13:00'])
  })

  test('never posts again what a member has removed or moved', async () => {
    await save(planOf([at('13:00')]))
    await masjid.client.call(removeSlot, slotOn(first, '13:00'))
    await masjid.client.call(moveSlot, { ...slotOn(second, '13:00'), toDate: second, toTime: '16:00' })
    await save(planOf([at('13:00')], { weeksAhead: 4 }))
    expect(await slots()).toEqual([`${second} 16:00`, `${third} 13:00`, `${fridays[3]} 13:00`])
    await save(planOf([at('13:30')]))
    await runJobOn('2027-03-06')
    expect(await slots()).toEqual([`${second} 16:00`, `${third} 13:30`, `${fridays[3]} 13:30`])
  })

  test('posts nothing for a plan that was stopped, or a masjid that is suspended', async () => {
    await save(planOf([at('13:00')]))
    expect(await masjid.client.call(stopPlan, { masjidUid: 'me' })).toEqual({ changed: true })
    expect(await masjid.client.call(stopPlan, { masjidUid: 'me' })).toEqual({ changed: false })
    const other = await newMasjid(app.baseUrl)
    await save(planOf([at('13:00')]), other)
    await app.database.reader
      .updateTable('parties')
      .set({ suspended_at: new Date(`${monday}T16:00:00Z`) })
      .where('uid', '=', other.uid)
      .execute()
    await runJobOn('2027-03-20')
    expect(await slots()).toHaveLength(3)
    const ofOther = app.database.reader.selectFrom('slots').where('masjid_uid', '=', other.uid)
    expect(await ofOther.select('id').execute()).toHaveLength(3)
  })

  test('follows the sun at the place to which the masjid moves', async () => {
    await save(planOf([at('13:00'), afterDhuhr(30, 2)], { weeksAhead: 1 }))
    await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    expect(await slots()).toEqual([`${first} 13:00`, `${first} 13:15`])
    const { plan, preview: seen } = await masjid.client.call(getPlan, { uid: 'me' })
    expect(seen.moves).toMatchObject([{ date: first, time: '13:15', toTime: '12:35' }])
    expect((await save(plan)).moved).toBe(1)
    await runJobOn('2027-03-06')
    expect(await slots()).toEqual([first, second].flatMap((date) => [`${date} 12:35`, `${date} 13:00`]))
  })

  test('posts and moves up to half a year of eight services at once', async () => {
    expect((await save(wholeAt('00'))).posted).toBe(208)
    expect((await save(wholeAt('30'))).moved).toBe(208)
    await runJobOn('2027-03-06')
    expect(await slots()).toHaveLength(216)
  })

  test('skips a date that is full', async () => {
    await save(planOf([at('13:00')]))
    for (let hour = 0; hour < 24; hour += 1)
      await postSlot(masjid, `${String(hour).padStart(2, '0')}:30`, fridays[3])
    await runJobOn('2027-03-13')
    expect((await slots()).filter((it) => it.endsWith('13:00'))).toEqual(
      [first, second, third, fridays[4]].map((date) => `${date} 13:00`),
    )
  })
})

describe('a changed plan', () => {
  test('moves its slots with their khateebs, as the preview said', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await save(planOf([at('13:00')]))
    for (const date of [first, second]) await confirmKhateeb(masjid, khateeb, slotOn(date, '13:00'))
    const later = planOf([at('14:00')])
    const { fridays: seen, moves } = await preview(later)
    expect(moves).toMatchObject([
      { date: first, time: '13:00', toTime: '14:00', asksAgain: khateeb.name },
      { date: second, asksAgain: khateeb.name },
      { date: third, asksAgain: null },
    ])
    expect(seen.map((it) => it.services[0]?.state)).toEqual([
      ...Array(3).fill('moves'),
      ...Array(10).fill('later'),
    ])
    expect(await slots()).toContain(`${first} 13:00`)
    await app.database.reader.deleteFrom('letters').execute()
    expect(await save(later)).toEqual({ changed: true, posted: 0, moved: 3, removed: 0 })
    const letters = app.database.reader.selectFrom('letters').where('recipient', '=', khateeb.email)
    expect(await letters.select('kind').execute()).toHaveLength(1)
    expect(await slots()).toEqual([first, second, third].map((date) => `${date} 14:00`))
    // A second change moves them, too.
    expect((await save(planOf([at('14:10')]))).moved).toBe(3)
  })

  test('gives its untouched slots the new language, and tells their khateebs in one letter', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await save(planOf([at('13:00')]))
    await confirmKhateeb(masjid, khateeb, slotOn(first, '13:00'))
    const { slotId } = await slotSeenBy(masjid, slotOn(third, '13:00'))
    await masjid.client.call(describeSlots, { masjidUid: 'me', slotIds: [slotId], note: 'Side door' })
    const inUrdu = planOf([{ ...at('14:00'), language: 'ur' }])
    expect((await preview(inUrdu)).describes).toMatchObject([
      { date: first, time: '13:00', tells: khateeb.name },
      { date: second, tells: null },
    ])
    await app.database.reader.deleteFrom('letters').execute()
    expect(await save(inUrdu)).toMatchObject({ changed: true, moved: 2 })
    const letters = await app.database.reader
      .selectFrom('letters')
      .where('recipient', '=', khateeb.email)
      .select(['kind', sql<string[]>`jsonb_path_query_array(props, '$.letters[*].kind')`.as('news')])
      .execute()
    expect(letters).toEqual([{ kind: 'gathered', news: ['slot_moved', 'slot_described'] }])
    const languages = [slotOn(first, '14:00'), slotOn(second, '14:00'), slotOn(third, '13:00')].map(
      async (it) => (await slotSeenBy(masjid, it)).language,
    )
    expect(await Promise.all(languages)).toEqual(['ur', 'ur', null])
    // They are still the plan's.
    expect((await preview(planOf([at('14:00')]))).describes).toHaveLength(2)
    expect((await preview(inUrdu)).describes).toEqual([])
  })

  test('leaves a slot that can’t move, and says so', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const other = await newMasjid(app.baseUrl)
    await save(planOf([at('13:00')]))
    await confirmKhateeb(masjid, khateeb, slotOn(first, '13:00'))
    const elsewhere = await postSlot(other, '15:00', first)
    await confirmKhateeb(other, khateeb, elsewhere)
    await postSlot(masjid, '15:00', second)
    const later = planOf([at('15:00')])
    const { staysAnyway, moves } = await preview(later)
    expect(staysAnyway.map((it) => it.date)).toEqual([first, second])
    expect(moves.map((it) => it.date)).toEqual([third])
    await save(later)
    expect(await slots()).toEqual([`${first} 13:00`, `${second} 13:00`, `${second} 15:00`, `${third} 15:00`])
  })

  test('lets two services swap their times', async () => {
    await save(planOf([at('13:00'), at('14:00', 2)], { weeksAhead: 1 }))
    const swapped = planOf([at('14:00'), at('13:00', 2)], { weeksAhead: 1 })
    const { moves, staysAnyway } = await preview(swapped)
    expect([moves.length, staysAnyway.length]).toEqual([2, 0])
    await save(swapped)
    expect(await slots()).toEqual([`${first} 13:00`, `${first} 14:00`])
  })

  test('gives the time of a service that ends to another one', async () => {
    await save(planOf([at('13:00'), at('14:00', 2)], { weeksAhead: 1 }))
    const { moved, removed } = await save(planOf([at('13:00', 2)], { weeksAhead: 1 }))
    expect([moved, removed]).toEqual([1, 1])
    expect(await slots()).toEqual([`${first} 13:00`])
  })

  test('removes its open slots on closed dates, but none with a khateeb, an invite or a request', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await save(planOf([at('13:00')], { weeksAhead: 4 }))
    await confirmKhateeb(masjid, khateeb, slotOn(first, '13:00'))
    await inviteKhateeb(masjid, khateeb, slotOn(second, '13:00'))
    await requestSlot(khateeb, slotOn(third, '13:00'))
    const closed = planOf([at('13:00')], { weeksAhead: 4, closures: fridays.slice(0, 4) })
    const { removes, keeps } = await preview(closed)
    expect(keeps.map((it) => it.date)).toEqual([first, second, third])
    expect(removes).toMatchObject([{ date: fridays[3], time: '13:00' }])
    expect(await save(closed)).toMatchObject({ removed: 1 })
    expect(await slots()).toEqual([first, second, third].map((date) => `${date} 13:00`))
    // The masjid opens again.
    expect(await save(planOf([at('13:00')], { weeksAhead: 4 }))).toMatchObject({ posted: 1 })
    expect(await slots()).toContain(`${fridays[3]} 13:00`)
  })
})
