import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount, exportData } from '../../contract/identity.ts'
import { removeSlot } from '../../contract/khutbahs.ts'
import { getPlan, stopPlan } from '../../contract/plans.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { listSlots } from '../../tests/runtime/list-slots.ts'
import { newMasjid, password, type TestAccount } from '../../tests/runtime/people.ts'
import { openTestSession, withPermanentSession } from '../../tests/runtime/session.ts'
import { postSlot, slotOf } from '../../tests/runtime/slots.ts'
import { waitForLockConflict } from '../../tests/runtime/wait-for-lock-conflict.ts'
import {
  firstFriday,
  monday,
  planOf,
  previewPlanOf,
  resetPlansAndClock,
  type SentPlan,
  savePlanOf,
  secondFriday,
  serviceAfterDhuhr,
  serviceAt,
  thirdFriday,
} from '../../tests/runtime/weekly-plans.ts'

let masjid: TestAccount
const app = await startApp()
beforeEach(async () => {
  await resetPlansAndClock(app)
  masjid = await newMasjid(app.baseUrl)
})

describe('a masjid’s weekly plan', () => {
  test('posts its Fridays when it is saved, and is returned as it was saved', async () => {
    const plan = planOf([serviceAt('13:00'), serviceAt('14:15', 2)])
    expect((await masjid.client.call(getPlan, { uid: 'me' })).isSaved).toBe(false)
    expect(await savePlanOf(masjid, plan)).toEqual({ changed: true, posted: 6, moved: 0, removed: 0 })
    expect(await listSlots(app.database, masjid)).toEqual(
      [firstFriday, secondFriday, thirdFriday].flatMap((date) => [`${date} 13:00`, `${date} 14:15`]),
    )
    const { preview: seen, ...read } = await masjid.client.call(getPlan, { uid: 'me' })
    expect(read).toEqual({ plan, isSaved: true, today: monday })
    expect(seen).toEqual(await previewPlanOf(masjid, plan))
    expect(await savePlanOf(masjid, plan)).toMatchObject({ changed: false, posted: 0 })
  })

  test('moves a slot even if its former start passes while the plan is being saved', async () => {
    masjid = await withPermanentSession(app, masjid)
    await savePlanOf(masjid, planOf([serviceAt('13:00')]))
    await app.setNow(`${firstFriday}T17:59:00Z`)
    const saved = await app.database.transaction(async (tx) => {
      // The save waits for this row after it has decided which slots move.
      await tx
        .selectFrom('plans')
        .where('masjid_uid', '=', masjid.uid)
        .select('masjid_uid')
        .forUpdate()
        .execute()
      const saving = savePlanOf(masjid, planOf([serviceAt('14:00')]))
      await waitForLockConflict(tx, saving)
      await app.setNow(`${firstFriday}T18:01:00Z`)
      return { saving }
    })
    expect(await saved.saving).toMatchObject({ changed: true, moved: 3 })
    expect(await listSlots(app.database, masjid)).toContain(`${firstFriday} 14:00`)
  })

  test('is not saved over a plan that the caller has not seen', async () => {
    const [mine, theirs] = [
      planOf([serviceAt('13:00')]),
      planOf([serviceAt('13:00')], { closures: [secondFriday] }),
    ]
    const saveSeen = (seenPlan: SentPlan['seenPlan'], plan = mine) =>
      savePlanOf(masjid, { ...plan, seenPlan })
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

  test('that a colleague has stopped is not started again by a save of the plan', async () => {
    const seenPlan = planOf([serviceAt('13:00')])
    await savePlanOf(masjid, seenPlan)
    await masjid.client.call(stopPlan, { masjidUid: 'me' })
    for (const plan of [seenPlan, planOf([serviceAt('13:30')])])
      await expect(savePlanOf(masjid, { ...plan, seenPlan })).rejects.toMatchObject({
        status: 409,
        code: 'plan_stopped',
      })
    expect(await masjid.client.call(getPlan, { uid: 'me' })).toMatchObject({ isSaved: false })
  })

  test.for([
    ['a service', [serviceAt('13:00')]],
    ['two services at the same time', [serviceAt('13:00'), serviceAt('13:00', 2)]],
  ] as const)(
    'with %s, saved again after it was stopped, posts a removed slot again, and its consequences say so',
    async ([, services]) => {
      const plan = planOf([...services], { weeksAhead: 1 })
      await savePlanOf(masjid, plan)
      await masjid.client.call(removeSlot, slotOf(masjid, firstFriday, '13:00'))
      await masjid.client.call(stopPlan, { masjidUid: 'me' })
      const { posts } = await previewPlanOf(masjid, plan)
      expect(posts).toEqual([{ date: firstFriday, time: '13:00' }])
      expect(await savePlanOf(masjid, plan)).toMatchObject({ posted: 1 })
      expect(await listSlots(app.database, masjid)).toEqual([`${firstFriday} 13:00`])
    },
  )

  test('is saved even if its closed dates have passed since the caller saw it', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00')], { closures: [firstFriday] }))
    const { plan: seenPlan } = await masjid.client.call(getPlan, { uid: 'me' })
    await app.setNow('2027-03-06T15:00:00Z')
    const later = await withPermanentSession(app, masjid)
    expect(await savePlanOf(later, { ...planOf([serviceAt('13:30')]), seenPlan })).toMatchObject({
      changed: true,
    })
  })

  test('posts services after Dhuhr at times that follow the sun and daylight saving time', async () => {
    await savePlanOf(masjid, planOf([serviceAfterDhuhr(30)]))
    expect(await listSlots(app.database, masjid)).toEqual([
      `${firstFriday} 13:15`,
      `${secondFriday} 13:15`,
      `${thirdFriday} 14:15`,
    ])
  })

  test('has different times in different seasons, and no services on closed dates', async () => {
    await savePlanOf(
      masjid,
      planOf(
        [
          { ...serviceAt('13:00'), season: { firstDay: '11-01', lastDay: '03-11' } },
          { ...serviceAt('13:30', 2), season: { firstDay: '03-12', lastDay: '10-31' } },
        ],
        { closures: [secondFriday, '2026-01-02'] },
      ),
    )
    expect(await listSlots(app.database, masjid)).toEqual([`${firstFriday} 13:00`, `${thirdFriday} 13:30`])
    expect((await masjid.client.call(getPlan, { uid: 'me' })).plan.closures).toEqual([secondFriday])
  })

  test('does not post services of today that begin before it is saved', async () => {
    await app.setNow(`${firstFriday}T19:00:00Z`)
    masjid = await newMasjid(app.baseUrl)
    const plan = planOf([serviceAt('13:00'), serviceAt('15:00', 2)], { weeksAhead: 1 })
    const { fridays: seen } = await previewPlanOf(masjid, plan)
    expect(seen[0]?.times.map((it) => it.state)).toEqual(['not_posted', 'posts'])
    await savePlanOf(masjid, plan)
    expect(await listSlots(app.database, masjid)).toEqual([`${firstFriday} 15:00`])
  })

  test('does not post or move a slot that the masjid has already posted', async () => {
    await postSlot(masjid, '13:00', secondFriday)
    expect((await savePlanOf(masjid, planOf([serviceAt('13:00')]))).posted).toBe(2)
    expect((await savePlanOf(masjid, planOf([serviceAt('13:30')]))).moved).toBe(2)
    expect(await listSlots(app.database, masjid)).toEqual([
      `${firstFriday} 13:30`,
      `${secondFriday} 13:00`,
      `${thirdFriday} 13:30`,
    ])
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

  test('is in the masjid’s data export, and is deleted with its account', async () => {
    const plan = planOf([serviceAt('13:00')])
    await savePlanOf(masjid, plan)
    expect((await masjid.client.call(exportData, {})).plan).toEqual(plan)
    await masjid.client.call(deleteAccount, { password })
    for (const table of ['plans', 'planned_slots'] as const) {
      const left = app.database.db.selectFrom(table).where('masjid_uid', '=', masjid.uid)
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
    for (const call of [savePlanOf, previewPlanOf])
      await expect(call(masjid, plan)).rejects.toMatchObject({
        status: 400,
        fields: { [field]: expect.any(String) },
      })
    expect(await listSlots(app.database, masjid)).toEqual([])
  })
})
