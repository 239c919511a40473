import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RawInputOf } from '../../contract/endpoint.ts'
import { deleteAccount, exportData } from '../../contract/identity.ts'
import { describeSlots, maxUpcomingSlots, removeSlot } from '../../contract/khutbahs.ts'
import { inviteNewKhateeb, revokeInvitation } from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { getPlan, previewPlan, savePlan, stopPlan } from '../../contract/plans.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { fridaysFrom } from '../../domain/khutbahs/plan.ts'
import { insertUpcomingSlots } from '../../tests/api/insert-slot.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { openTestSession, withPermanentSession } from '../../tests/runtime/session.ts'
import {
  confirmKhateeb,
  inviteKhateeb,
  postSlot,
  requestSlot,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'
import { newOwner } from '../../tests/runtime/team.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import { postPlannedFridays } from './post-planned-fridays.ts'

type SentPlan = Omit<RawInputOf<typeof savePlan>, 'masjidUid'>

/** A Monday, before the clocks change on March 14. */
const monday = '2027-03-01'
const fridays = fridaysFrom(monday, 8)
const [firstFriday = '', secondFriday = '', thirdFriday = ''] = fridays

let masjid: TestAccount
const app = await startApp()
beforeEach(async () => {
  await app.setNow(`${monday}T15:00:00Z`)
  await app.database.reader.deleteFrom('plans').execute()
  masjid = await newMasjid(app.baseUrl)
})

const serviceAt = (time: string, key = 1) => ({
  key,
  time,
  minutesAfterDhuhr: null,
  season: null,
  language: null,
})
const serviceAfterDhuhr = (minutesAfterDhuhr: number, key = 1) => ({
  key,
  time: null,
  minutesAfterDhuhr,
  season: null,
  language: null,
})
const planOf = (services: SentPlan['services'], changes: Partial<SentPlan> = {}): SentPlan => ({
  services,
  closures: [],
  weeksAhead: 3,
  ...changes,
})
/** The largest plan that is allowed: eight services, each at `minutes` past its hour, for 26 weeks. */
const largestPlanAt = (minutes: string) =>
  planOf(
    Array.from({ length: 8 }, (_, index) => serviceAt(`1${index}:${minutes}`, index + 1)),
    { weeksAhead: 26 },
  )
const save = (plan: SentPlan, by = masjid) => by.client.call(savePlan, { masjidUid: 'me', ...plan })
const preview = (plan: SentPlan) => masjid.client.call(previewPlan, { masjidUid: 'me', ...plan })
const slotOn = (khutbahDate: string, khutbahTime: string) => ({
  masjidUid: masjid.uid,
  khutbahDate,
  khutbahTime,
})

/** Returns the masjid's slots as `date time`. */
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

describe('a masjid’s weekly plan', () => {
  test('posts its Fridays when it is saved, and is returned as it was saved', async () => {
    const plan = planOf([serviceAt('13:00'), serviceAt('14:15', 2)])
    expect((await masjid.client.call(getPlan, { uid: 'me' })).isSaved).toBe(false)
    expect(await save(plan)).toEqual({ changed: true, posted: 6, moved: 0, removed: 0 })
    expect(await slots()).toEqual(
      [firstFriday, secondFriday, thirdFriday].flatMap((date) => [`${date} 13:00`, `${date} 14:15`]),
    )
    const { preview: seen, ...read } = await masjid.client.call(getPlan, { uid: 'me' })
    expect(read).toEqual({ plan, isSaved: true, today: monday })
    expect(seen).toEqual(await preview(plan))
    expect(await save(plan)).toMatchObject({ changed: false, posted: 0 })
  })

  test('moves a slot even if its former start passes while the plan is being saved', async () => {
    masjid = await withPermanentSession(app, masjid)
    await save(planOf([serviceAt('13:00')]))
    await app.setNow(`${firstFriday}T17:59:00Z`)
    const saved = await app.database.transaction(async (tx) => {
      // The save waits for this row after it has decided which slots move.
      await tx
        .selectFrom('plans')
        .where('masjid_uid', '=', masjid.uid)
        .select('masjid_uid')
        .forUpdate()
        .execute()
      const saving = save(planOf([serviceAt('14:00')]))
      await waitForLockConflict(tx, saving)
      await app.setNow(`${firstFriday}T18:01:00Z`)
      return { saving }
    })
    expect(await saved.saving).toMatchObject({ changed: true, moved: 3 })
    expect(await slots()).toContain(`${firstFriday} 14:00`)
  })

  test('is not saved over a plan that the caller has not seen', async () => {
    const [mine, theirs] = [
      planOf([serviceAt('13:00')]),
      planOf([serviceAt('13:00')], { closures: [secondFriday] }),
    ]
    const saveSeen = (seenPlan: SentPlan['seenPlan'], plan = mine) => save({ ...plan, seenPlan })
    const current = async () => (await masjid.client.call(getPlan, { uid: 'me' })).plan
    await saveSeen(null, theirs)
    await expect(saveSeen(null)).rejects.toMatchObject({ status: 409, code: 'plan_changed' })
    await expect(saveSeen(planOf([serviceAt('13:30')]))).rejects.toMatchObject({ code: 'plan_changed' })
    expect(await current()).toEqual(theirs)
    expect(await saveSeen(null, theirs)).toMatchObject({ changed: false })
    expect(await saveSeen(await current())).toMatchObject({ changed: true, posted: 1 })
    await masjid.client.call(stopPlan, { masjidUid: 'me' })
    expect(await saveSeen(null)).toMatchObject({ changed: true })
  })

  test('has no preview if `seenPlan` is out of date', async () => {
    const [mine, theirs] = [planOf([serviceAt('13:00')]), planOf([serviceAt('13:30')])]
    const previewSeen = (seenPlan: SentPlan['seenPlan']) => preview({ ...mine, seenPlan })
    expect((await previewSeen(null)).posts).toHaveLength(3)
    await save(theirs)
    await expect(previewSeen(null)).rejects.toMatchObject({ status: 409, code: 'plan_changed' })
    expect((await previewSeen(theirs)).moves).toHaveLength(3)
    expect((await preview(mine)).moves).toHaveLength(3)
    await masjid.client.call(stopPlan, { masjidUid: 'me' })
    await expect(previewSeen(theirs)).rejects.toMatchObject({ status: 409, code: 'plan_stopped' })
  })

  test('that a colleague has stopped is not started again by a save of the plan', async () => {
    const seenPlan = planOf([serviceAt('13:00')])
    await save(seenPlan)
    await masjid.client.call(stopPlan, { masjidUid: 'me' })
    for (const plan of [seenPlan, planOf([serviceAt('13:30')])])
      await expect(save({ ...plan, seenPlan })).rejects.toMatchObject({ status: 409, code: 'plan_stopped' })
    expect(await masjid.client.call(getPlan, { uid: 'me' })).toMatchObject({ isSaved: false })
  })

  test('is saved even if its closed dates have passed since the caller saw it', async () => {
    await save(planOf([serviceAt('13:00')], { closures: [firstFriday] }))
    const { plan: seenPlan } = await masjid.client.call(getPlan, { uid: 'me' })
    await app.setNow('2027-03-06T15:00:00Z')
    const later = await withPermanentSession(app, masjid)
    expect(await save({ ...planOf([serviceAt('13:30')]), seenPlan }, later)).toMatchObject({ changed: true })
  })

  test('posts services after Dhuhr at times that follow the sun and daylight saving time', async () => {
    await save(planOf([serviceAfterDhuhr(30)]))
    expect(await slots()).toEqual([`${firstFriday} 13:15`, `${secondFriday} 13:15`, `${thirdFriday} 14:15`])
  })

  test('has different times in different seasons, and no services on closed dates', async () => {
    await save(
      planOf(
        [
          { ...serviceAt('13:00'), season: { firstDay: '11-01', lastDay: '03-11' } },
          { ...serviceAt('13:30', 2), season: { firstDay: '03-12', lastDay: '10-31' } },
        ],
        { closures: [secondFriday, '2026-01-02'] },
      ),
    )
    expect(await slots()).toEqual([`${firstFriday} 13:00`, `${thirdFriday} 13:30`])
    expect((await masjid.client.call(getPlan, { uid: 'me' })).plan.closures).toEqual([secondFriday])
  })

  test('does not post services of today that begin before it is saved', async () => {
    await app.setNow(`${firstFriday}T19:00:00Z`)
    masjid = await newMasjid(app.baseUrl)
    const plan = planOf([serviceAt('13:00'), serviceAt('15:00', 2)], { weeksAhead: 1 })
    const { fridays: seen } = await preview(plan)
    expect(seen[0]?.khutbahs.map((it) => it.state)).toEqual(['not_posted', 'posts'])
    await save(plan)
    expect(await slots()).toEqual([`${firstFriday} 15:00`])
  })

  test('does not post or move a slot that the masjid has already posted', async () => {
    await postSlot(masjid, '13:00', secondFriday)
    expect((await save(planOf([serviceAt('13:00')]))).posted).toBe(2)
    expect((await save(planOf([serviceAt('13:30')]))).moved).toBe(2)
    expect(await slots()).toEqual([`${firstFriday} 13:30`, `${secondFriday} 13:00`, `${thirdFriday} 13:30`])
  })

  test('is suggested with the times of the last posted Friday if the masjid has no plan yet', async () => {
    const suggested = async (client = masjid.client) => (await client.call(getPlan, { uid: 'me' })).plan
    expect(await suggested()).toEqual(planOf([serviceAt('13:30')], { weeksAhead: 13 }))
    for (const time of ['14:15', '13:00']) await postSlot(masjid, time, firstFriday)
    await postSlot(masjid, '20:00', '2027-03-06')
    await app.setNow('2027-03-07T15:00:00Z')
    const later = app.client(await openTestSession(app.database, masjid.uid))
    expect(await suggested(later)).toEqual(
      planOf([serviceAt('13:00'), serviceAt('14:15', 2)], { weeksAhead: 13 }),
    )
  })

  test('posts one slot for two services at the same time, and a second slot after their times differ', async () => {
    const together = await save(planOf([serviceAt('13:00'), serviceAt('13:00', 2)], { weeksAhead: 1 }))
    expect(together.posted).toBe(1)
    const { fridays: seen } = await preview(
      planOf([serviceAt('13:00'), serviceAt('13:00', 2)], { weeksAhead: 1 }),
    )
    expect(seen[0]?.khutbahs).toEqual([{ time: '13:00', state: 'posted' }])
    await save(planOf([serviceAt('13:00'), serviceAt('14:00', 2)], { weeksAhead: 1 }))
    expect(await slots()).toEqual([`${firstFriday} 13:00`, `${firstFriday} 14:00`])
  })

  test('removes the open slot of a service whose new time is the time of another service', async () => {
    const plan = planOf([serviceAt('12:35'), serviceAfterDhuhr(30, 2)], { weeksAhead: 2 })
    await save(plan)
    const [requested, open] = [slotOn(firstFriday, '13:15'), slotOn(secondFriday, '13:15')]
    await requestSlot(await newKhateeb(app.baseUrl), requested)
    // At the new place, Dhuhr is 40 minutes earlier.
    await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    const { removes, staysAnyway, moves, fridays: seen } = await preview(plan)
    expect(removes).toMatchObject([{ date: open.khutbahDate, time: '13:15' }])
    expect(staysAnyway).toMatchObject([{ date: requested.khutbahDate, time: '13:15', toTime: '12:35' }])
    expect(moves).toEqual([])
    expect(seen[1]?.khutbahs).toEqual([{ time: '12:35', state: 'posted' }])
    expect(await save(plan)).toMatchObject({ posted: 0, moved: 0, removed: 1 })
    expect(await slots()).toEqual([`${firstFriday} 12:35`, `${firstFriday} 13:15`, `${secondFriday} 12:35`])
    expect(await save(plan)).toMatchObject({ changed: false })
    // With this plan, the two services have different times again, so the second service gets a slot again.
    await save(planOf([serviceAt('12:00'), serviceAfterDhuhr(30, 2)], { weeksAhead: 2 }))
    expect(await slots()).toEqual(
      [firstFriday, secondFriday].flatMap((date) => [`${date} 12:00`, `${date} 12:35`]),
    )
  })

  test('moves only one slot if two services get the same new time, and prefers the slot with a khateeb', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await save(planOf([serviceAt('13:00'), serviceAt('14:00', 2)], { weeksAhead: 2 }))
    await confirmKhateeb(masjid, khateeb, slotOn(secondFriday, '14:00'))
    const together = planOf([serviceAt('15:00'), { ...serviceAt('15:00', 2), language: 'ur' }], {
      weeksAhead: 2,
    })
    expect(await save(together)).toMatchObject({ moved: 2, removed: 2 })
    expect(await slots()).toEqual([`${firstFriday} 15:00`, `${secondFriday} 15:00`])
    expect((await slotSeenBy(masjid, slotOn(secondFriday, '15:00'))).khateeb).toBe(khateeb.name)
  })

  test('moves an open slot if two services get the same new time and the khateeb of the other slot has another khutbah then', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const other = await newMasjid(app.baseUrl)
    await save(planOf([serviceAt('12:00'), serviceAt('13:30', 2)], { weeksAhead: 1 }))
    await confirmKhateeb(masjid, khateeb, slotOn(firstFriday, '12:00'))
    await confirmKhateeb(other, khateeb, await postSlot(other, '15:00', firstFriday))
    const together = planOf([serviceAt('15:00'), serviceAt('15:00', 2)], { weeksAhead: 1 })
    const { staysAnyway } = await preview(together)
    expect(staysAnyway).toMatchObject([{ date: firstFriday, time: '12:00', toTime: '15:00' }])
    expect(await save(together)).toMatchObject({ posted: 0, moved: 1, removed: 0 })
    expect(await slots()).toEqual([`${firstFriday} 12:00`, `${firstFriday} 15:00`])
  })

  test('is in the masjid’s data export, and is deleted with its account', async () => {
    const plan = planOf([serviceAt('13:00')])
    await save(plan)
    expect((await masjid.client.call(exportData, {})).plan).toEqual(plan)
    await masjid.client.call(deleteAccount, { password })
    for (const table of ['plans', 'planned_slots'] as const) {
      const left = app.database.reader.selectFrom(table).where('masjid_uid', '=', masjid.uid)
      expect(await left.select('masjid_uid').execute()).toEqual([])
    }
  })

  test.each([
    ['services.0.minutesAfterDhuhr', planOf([{ ...serviceAt('13:00'), minutesAfterDhuhr: 30 }])],
    ['services.0.time', planOf([{ ...serviceAfterDhuhr(30), minutesAfterDhuhr: null }])],
    ['services', planOf([serviceAt('13:00'), serviceAt('14:00')])],
    ['services', planOf([])],
    ['weeksAhead', planOf([serviceAt('13:00')], { weeksAhead: 27 })],
    ['closures', planOf([serviceAt('13:00')], { closures: ['2199-01-01'] })],
  ])('with an invalid value is refused with an error at the field %s', async (field, plan) => {
    for (const call of [save, preview])
      await expect(call(plan)).rejects.toMatchObject({ status: 400, fields: { [field]: expect.any(String) } })
    expect(await slots()).toEqual([])
  })
})

describe('the job that posts weekly plans', () => {
  test('posts each Friday once, when it is due, with Minbar as the actor in the audit', async () => {
    await save(planOf([serviceAt('13:00')]))
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
    await save(planOf([serviceAt('13:00')], { weeksAhead: 1 }))
    await runJobOn('2027-03-22')
    expect(await slots()).toEqual([`${firstFriday} 13:00`, '2027-03-26 13:00'])
  })

  test('does not post a service again if a member has removed or moved its slot', async () => {
    await save(planOf([serviceAt('13:00')]))
    await masjid.client.call(removeSlot, slotOn(firstFriday, '13:00'))
    await masjid.client.call(moveSlot, {
      ...slotOn(secondFriday, '13:00'),
      toDate: secondFriday,
      toTime: '16:00',
    })
    await save(planOf([serviceAt('13:00')], { weeksAhead: 4 }))
    expect(await slots()).toEqual([`${secondFriday} 16:00`, `${thirdFriday} 13:00`, `${fridays[3]} 13:00`])
    await save(planOf([serviceAt('13:30')]))
    await runJobOn('2027-03-06')
    expect(await slots()).toEqual([`${secondFriday} 16:00`, `${thirdFriday} 13:30`, `${fridays[3]} 13:30`])
  })

  test('does not post two services again that shared one slot if a member has removed or moved this slot', async () => {
    const together = [serviceAt('13:00'), serviceAt('13:00', 2)]
    await save(planOf(together))
    await masjid.client.call(removeSlot, slotOn(firstFriday, '13:00'))
    const move = { ...slotOn(secondFriday, '13:00'), toDate: secondFriday, toTime: '16:00' }
    await masjid.client.call(moveSlot, move)
    expect((await preview(planOf(together))).posts).toEqual([])
    await save(planOf(together, { weeksAhead: 4 }))
    const left = [`${secondFriday} 16:00`, `${thirdFriday} 13:00`, `${fridays[3]} 13:00`]
    expect(await slots()).toEqual(left)
    await runJobOn(monday)
    expect(await slots()).toEqual(left)
    // Now the services have different times. The removal and the move still apply to both services.
    await save(planOf([serviceAt('13:00'), serviceAt('14:00', 2)], { weeksAhead: 4 }))
    expect(await slots()).toEqual([
      `${secondFriday} 16:00`,
      ...[thirdFriday, fridays[3]].flatMap((date) => [`${date} 13:00`, `${date} 14:00`]),
    ])
  })

  test('posts no slots for a stopped plan or a suspended masjid', async () => {
    await save(planOf([serviceAt('13:00')]))
    expect(await masjid.client.call(stopPlan, { masjidUid: 'me' })).toEqual({ changed: true })
    expect(await masjid.client.call(stopPlan, { masjidUid: 'me' })).toEqual({ changed: false })
    const other = await newMasjid(app.baseUrl)
    await save(planOf([serviceAt('13:00')]), other)
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

  test('calculates Dhuhr for the new place after the masjid has moved', async () => {
    await save(planOf([serviceAt('13:00'), serviceAfterDhuhr(30, 2)], { weeksAhead: 1 }))
    await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    expect(await slots()).toEqual([`${firstFriday} 13:00`, `${firstFriday} 13:15`])
    const { plan, preview: seen } = await masjid.client.call(getPlan, { uid: 'me' })
    expect(seen.moves).toMatchObject([{ date: firstFriday, time: '13:15', toTime: '12:35' }])
    expect((await save(plan)).moved).toBe(1)
    await runJobOn('2027-03-06')
    expect(await slots()).toEqual(
      [firstFriday, secondFriday].flatMap((date) => [`${date} 12:35`, `${date} 13:00`]),
    )
  })

  test('posts the next week of the largest plan, even after saves have posted and moved all slots of the other weeks', async () => {
    expect((await save(largestPlanAt('00'))).posted).toBe(208)
    expect((await save(largestPlanAt('30'))).moved).toBe(208)
    await runJobOn('2027-03-06')
    expect(await slots()).toHaveLength(216)
  })

  test('posts slots only up to the masjid’s maximum number of upcoming slots', async () => {
    await insertUpcomingSlots(app.database, masjid.uid, { count: maxUpcomingSlots - 2, now: monday })
    const plan = planOf([serviceAt('13:00')])
    expect((await preview(plan)).fridays.slice(0, 3).map((it) => it.khutbahs[0]?.state)).toEqual([
      'posts',
      'posts',
      'not_posted',
    ])
    expect(await save(plan)).toMatchObject({ posted: 2 })
    await runJobOn('2027-03-13')
    expect((await slots()).slice(0, 3).filter((it) => it.endsWith('13:00'))).toEqual([
      `${firstFriday} 13:00`,
      `${secondFriday} 13:00`,
      `${thirdFriday} 13:00`,
    ])
  })

  test('skips a date that has the maximum number of slots', async () => {
    await save(planOf([serviceAt('13:00')]))
    for (let hour = 0; hour < 24; hour += 1)
      await postSlot(masjid, `${String(hour).padStart(2, '0')}:30`, fridays[3])
    await runJobOn('2027-03-13')
    expect((await slots()).filter((it) => it.endsWith('13:00'))).toEqual(
      [firstFriday, secondFriday, thirdFriday, fridays[4]].map((date) => `${date} 13:00`),
    )
  })
})

describe('a change of a weekly plan', () => {
  test('moves its slots with their khateebs, as in the preview', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await save(planOf([serviceAt('13:00')]))
    for (const date of [firstFriday, secondFriday])
      await confirmKhateeb(masjid, khateeb, slotOn(date, '13:00'))
    const later = planOf([serviceAt('14:00')])
    const { fridays: seen, moves } = await preview(later)
    expect(moves).toMatchObject([
      { date: firstFriday, time: '13:00', toTime: '14:00', asksAgain: khateeb.name },
      { date: secondFriday, asksAgain: khateeb.name },
      { date: thirdFriday, asksAgain: null },
    ])
    expect(seen.map((it) => it.khutbahs[0]?.state)).toEqual([
      ...Array(3).fill('moves'),
      ...Array(10).fill('later'),
    ])
    expect(await slots()).toContain(`${firstFriday} 13:00`)
    await app.database.reader.deleteFrom('letters').execute()
    expect(await save(later)).toEqual({ changed: true, posted: 0, moved: 3, removed: 0 })
    const letters = app.database.reader.selectFrom('letters').where('recipient', '=', khateeb.email)
    expect(await letters.select('kind').execute()).toHaveLength(1)
    expect(await slots()).toEqual([firstFriday, secondFriday, thirdFriday].map((date) => `${date} 14:00`))
    for (const date of [firstFriday, secondFriday])
      expect(await slotSeenBy(masjid, slotOn(date, '14:00'))).toMatchObject({ khateebUid: khateeb.uid })
    // The moved slots still belong to the plan, so a second change moves them again.
    expect((await save(planOf([serviceAt('14:10')]))).moved).toBe(3)
  })

  test('sets the language of slots that no member has changed, and sends a khateeb one letter', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await save(planOf([serviceAt('13:00')]))
    await confirmKhateeb(masjid, khateeb, slotOn(firstFriday, '13:00'))
    const { slotId } = await slotSeenBy(masjid, slotOn(thirdFriday, '13:00'))
    await masjid.client.call(describeSlots, { masjidUid: 'me', slotIds: [slotId], note: 'Side door' })
    const inUrdu = planOf([{ ...serviceAt('14:00'), language: 'ur' }])
    expect((await preview(inUrdu)).describes).toMatchObject([
      { date: firstFriday, time: '13:00', tells: khateeb.name },
      { date: secondFriday, tells: null },
    ])
    await app.database.reader.deleteFrom('letters').execute()
    expect(await save(inUrdu)).toMatchObject({ changed: true, moved: 2 })
    const letters = await app.database.reader
      .selectFrom('letters')
      .where('recipient', '=', khateeb.email)
      .select(['kind', sql<string[]>`jsonb_path_query_array(props, '$.letters[*].kind')`.as('news')])
      .execute()
    expect(letters).toEqual([{ kind: 'gathered', news: ['slot_moved', 'slot_described'] }])
    const languages = [
      slotOn(firstFriday, '14:00'),
      slotOn(secondFriday, '14:00'),
      slotOn(thirdFriday, '13:00'),
    ].map(async (it) => (await slotSeenBy(masjid, it)).language)
    expect(await Promise.all(languages)).toEqual(['ur', 'ur', null])
    // The slots still belong to the plan.
    expect((await preview(planOf([serviceAt('14:00')]))).describes).toHaveLength(2)
    expect((await preview(inUrdu)).describes).toEqual([])
  })

  test('keeps the time of a slot that can’t move, and the preview shows this', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const other = await newMasjid(app.baseUrl)
    await save(planOf([serviceAt('13:00')]))
    await confirmKhateeb(masjid, khateeb, slotOn(firstFriday, '13:00'))
    const elsewhere = await postSlot(other, '15:00', firstFriday)
    await confirmKhateeb(other, khateeb, elsewhere)
    await postSlot(masjid, '15:00', secondFriday)
    const later = planOf([serviceAt('15:00')])
    const { staysAnyway, moves } = await preview(later)
    expect(staysAnyway.map((it) => it.date)).toEqual([firstFriday, secondFriday])
    expect(moves.map((it) => it.date)).toEqual([thirdFriday])
    await save(later)
    expect(await slots()).toEqual([
      `${firstFriday} 13:00`,
      `${secondFriday} 13:00`,
      `${secondFriday} 15:00`,
      `${thirdFriday} 15:00`,
    ])
  })

  test('shows in its preview each slot that a member has described, moved, removed or posted', async () => {
    await save(planOf([serviceAt('13:00')], { weeksAhead: 5 }))
    const [, , , fourthFriday = '', fifthFriday = '', sixthFriday = ''] = fridays
    const described = await slotSeenBy(masjid, slotOn(firstFriday, '13:00'))
    await masjid.client.call(describeSlots, {
      masjidUid: 'me',
      slotIds: [described.slotId],
      note: 'Side door',
    })
    const moveTo = (toDate: string, from: string) =>
      masjid.client.call(moveSlot, { ...slotOn(from, '13:00'), toDate, toTime: '16:00' })
    await moveTo(secondFriday, secondFriday)
    await masjid.client.call(removeSlot, slotOn(thirdFriday, '13:00'))
    await moveTo(sixthFriday, fourthFriday)
    await postSlot(masjid, '20:00', fifthFriday)
    const { fridays: seen, leaves } = await preview(
      planOf([serviceAt('14:00')], { weeksAhead: 5, closures: [fifthFriday] }),
    )
    expect(seen.slice(0, 7).map((it) => it.khutbahs)).toEqual([
      [{ time: '13:00', state: 'by_hand' }],
      [{ time: '16:00', state: 'by_hand' }],
      [{ time: '14:00', state: 'canceled' }],
      [{ time: '14:00', state: 'moved_away' }],
      [{ time: '20:00', state: 'by_hand' }],
      [
        { time: '14:00', state: 'later' },
        { time: '16:00', state: 'by_hand' },
      ],
      [{ time: '14:00', state: 'later' }],
    ])
    expect(leaves.map(({ date, time }) => `${date} ${time}`)).toEqual([
      `${firstFriday} 13:00`,
      `${secondFriday} 16:00`,
      `${fifthFriday} 20:00`,
      `${sixthFriday} 16:00`,
    ])
  })

  test('shows in its preview a slot that stays on a closed date, and one that can’t move, at their own times', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await save(planOf([serviceAt('13:00')], { weeksAhead: 2 }))
    await confirmKhateeb(masjid, khateeb, slotOn(firstFriday, '13:00'))
    await postSlot(masjid, '15:00', secondFriday)
    const { fridays: seen, leaves } = await preview(
      planOf([serviceAt('15:00')], { weeksAhead: 2, closures: [firstFriday] }),
    )
    expect(seen.slice(0, 2).map((it) => it.khutbahs)).toEqual([
      [{ time: '13:00', state: 'keeps' }],
      [
        { time: '13:00', state: 'stays_anyway' },
        { time: '15:00', state: 'by_hand' },
      ],
    ])
    expect(leaves).toEqual([])
  })

  test('has a preview without the slots that members have changed, if the plan does not change their Friday', async () => {
    await save(planOf([serviceAt('13:00')]))
    await masjid.client.call(moveSlot, {
      ...slotOn(firstFriday, '13:00'),
      toDate: firstFriday,
      toTime: '16:00',
    })
    expect((await preview(planOf([serviceAt('13:00')], { weeksAhead: 4 }))).leaves).toEqual([])
  })

  test('keeps the time of a confirmed slot that has moved five times in a day, and moves the others', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await save(planOf([serviceAt('13:00')]))
    await confirmKhateeb(masjid, khateeb, slotOn(firstFriday, '13:00'))
    for (const time of ['14:00', '15:00', '16:00', '17:00', '18:00']) await save(planOf([serviceAt(time)]))
    const { staysAnyway, moves } = await preview(planOf([serviceAt('19:00')]))
    expect(staysAnyway.map((it) => it.date)).toEqual([firstFriday])
    expect(moves.map((it) => it.date)).toEqual([secondFriday, thirdFriday])
    expect((await save(planOf([serviceAt('19:00')]))).moved).toBe(2)
    expect(await slots()).toEqual([`${firstFriday} 18:00`, `${secondFriday} 19:00`, `${thirdFriday} 19:00`])
    const { client } = await withPermanentSession(app, masjid)
    await app.setNow('2027-03-02T15:01:00Z')
    expect((await save(planOf([serviceAt('19:00')]), { ...masjid, client })).moved).toBe(1)
  })

  test('can swap the times of two services', async () => {
    await save(planOf([serviceAt('13:00'), serviceAt('14:00', 2)], { weeksAhead: 1 }))
    const swapped = planOf([serviceAt('14:00'), serviceAt('13:00', 2)], { weeksAhead: 1 })
    const { moves, staysAnyway } = await preview(swapped)
    expect([moves.length, staysAnyway.length]).toEqual([2, 0])
    const idsOf = (...times: string[]) =>
      Promise.all(times.map(async (time) => (await slotSeenBy(masjid, slotOn(firstFriday, time))).slotId))
    const before = await idsOf('13:00', '14:00')
    expect(await save(swapped)).toMatchObject({ posted: 0, moved: 2, removed: 0 })
    expect(await idsOf('14:00', '13:00')).toEqual(before)
    expect(await slots()).toEqual([`${firstFriday} 13:00`, `${firstFriday} 14:00`])
  })

  test('can give the time of a deleted service to another service', async () => {
    await save(planOf([serviceAt('13:00'), serviceAt('14:00', 2)], { weeksAhead: 1 }))
    const { moved, removed } = await save(planOf([serviceAt('13:00', 2)], { weeksAhead: 1 }))
    expect([moved, removed]).toEqual([1, 1])
    expect(await slots()).toEqual([`${firstFriday} 13:00`])
  })

  test('that closes dates removes the plan’s slots on these dates, except slots with a khateeb, an invite or a request', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await save(planOf([serviceAt('13:00')], { weeksAhead: 4 }))
    await confirmKhateeb(masjid, khateeb, slotOn(firstFriday, '13:00'))
    await inviteKhateeb(masjid, khateeb, slotOn(secondFriday, '13:00'))
    await requestSlot(khateeb, slotOn(thirdFriday, '13:00'))
    const closed = planOf([serviceAt('13:00')], { weeksAhead: 4, closures: fridays.slice(0, 4) })
    const { removes, keeps } = await preview(closed)
    expect(keeps.map((it) => it.date)).toEqual([firstFriday, secondFriday, thirdFriday])
    expect(removes).toMatchObject([{ date: fridays[3], time: '13:00' }])
    expect(await save(closed)).toMatchObject({ removed: 1 })
    expect(await slots()).toEqual([firstFriday, secondFriday, thirdFriday].map((date) => `${date} 13:00`))
    // This plan has no closures, so it posts the removed slot again.
    expect(await save(planOf([serviceAt('13:00')], { weeksAhead: 4 }))).toMatchObject({ posted: 1 })
    expect(await slots()).toContain(`${fridays[3]} 13:00`)
  })

  test('that closes a date keeps a slot for which an owner has invited a new khateeb by email, until this invitation ends', async () => {
    const owner = await newOwner(app)
    const open = planOf([serviceAt('13:00')], { weeksAhead: 1 })
    const closed = { ...open, closures: [firstFriday] }
    await save(open, owner)
    const { slotId } = await slotSeenBy(owner, { ...slotOn(firstFriday, '13:00'), masjidUid: owner.uid })
    await owner.client.call(inviteNewKhateeb, { email: 'bilal@minbar.example', slotId })
    const seen = await owner.client.call(previewPlan, { masjidUid: 'me', ...closed })
    expect([seen.keeps.length, seen.removes.length]).toEqual([1, 0])
    expect(await save(closed, owner)).toMatchObject({ removed: 0 })
    const { invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
    await owner.client.call(revokeInvitation, { invitationId: invitations[0]?.invitationId ?? '' })
    expect(await save(closed, owner)).toMatchObject({ removed: 1 })
  })
})
