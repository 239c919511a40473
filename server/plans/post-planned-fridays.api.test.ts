import { beforeEach, describe, expect, test } from 'vitest'
import { maxUpcomingSlots, removeSlot } from '../../contract/khutbahs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { getPlan, stopPlan } from '../../contract/plans.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { insertUpcomingSlots } from '../../tests/api/insert-slot.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { listSlots } from '../../tests/runtime/list-slots.ts'
import { newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { postSlot, slotOf } from '../../tests/runtime/slots.ts'
import {
  firstFriday,
  fridays,
  monday,
  planOf,
  previewPlanOf,
  resetPlansAndClock,
  savePlanOf,
  secondFriday,
  serviceAfterDhuhr,
  serviceAt,
  thirdFriday,
} from '../../tests/runtime/weekly-plans.ts'
import { postPlannedFridays } from './post-planned-fridays.ts'

let masjid: TestAccount
const app = await startApp()
beforeEach(async () => {
  await resetPlansAndClock(app)
  masjid = await newMasjid(app.baseUrl)
})

/** The largest plan that is allowed: eight services, each at `minutes` past its hour, for 26 weeks. */
const largestPlanAt = (minutes: string) =>
  planOf(
    Array.from({ length: 8 }, (_, index) => serviceAt(`1${index}:${minutes}`, index + 1)),
    { weeksAhead: 26 },
  )

async function runJobOn(date: string): Promise<void> {
  await app.setNow(`${date}T15:00:00Z`)
  await postPlannedFridays(app.database)
}

describe('the job that posts weekly plans', () => {
  test('posts each Friday once, when it is due, with Minbar as the actor in the audit', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00')]))
    await runJobOn('2027-03-05')
    expect(await listSlots(app.database, masjid)).toHaveLength(3)
    await runJobOn('2027-03-06')
    await runJobOn('2027-03-06')
    expect(await listSlots(app.database, masjid)).toEqual(fridays.slice(0, 4).map((date) => `${date} 13:00`))
    const acts = await app.database.db
      .selectFrom('audit')
      .where('masjid_uid', '=', masjid.uid)
      .where('event', '=', 'slot_posted')
      .orderBy('id')
      .select('by_role')
      .execute()
    expect(acts.map((it) => it.by_role)).toEqual(['masjid', 'masjid', 'masjid', 'minbar'])
  })

  test('leaves out Fridays that passed during an outage', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00')], { weeksAhead: 1 }))
    await runJobOn('2027-03-22')
    expect(await listSlots(app.database, masjid)).toEqual([`${firstFriday} 13:00`, '2027-03-26 13:00'])
  })

  test('does not post a service again if a member has removed or moved its slot', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00')]))
    await masjid.client.call(removeSlot, slotOf(masjid, firstFriday, '13:00'))
    await masjid.client.call(moveSlot, {
      ...slotOf(masjid, secondFriday, '13:00'),
      toDate: secondFriday,
      toTime: '16:00',
    })
    await savePlanOf(masjid, planOf([serviceAt('13:00')], { weeksAhead: 4 }))
    expect(await listSlots(app.database, masjid)).toEqual([
      `${secondFriday} 16:00`,
      `${thirdFriday} 13:00`,
      `${fridays[3]} 13:00`,
    ])
    await savePlanOf(masjid, planOf([serviceAt('13:30')]))
    await runJobOn('2027-03-06')
    expect(await listSlots(app.database, masjid)).toEqual([
      `${secondFriday} 16:00`,
      `${thirdFriday} 13:30`,
      `${fridays[3]} 13:30`,
    ])
  })

  test('does not replace a slot that two services share, after a member has removed or moved it', async () => {
    const together = [serviceAt('13:00'), serviceAt('13:00', 2)]
    await savePlanOf(masjid, planOf(together))
    await masjid.client.call(removeSlot, slotOf(masjid, firstFriday, '13:00'))
    const move = { ...slotOf(masjid, secondFriday, '13:00'), toDate: secondFriday, toTime: '16:00' }
    await masjid.client.call(moveSlot, move)
    expect((await previewPlanOf(masjid, planOf(together))).posts).toEqual([])
    await savePlanOf(masjid, planOf(together, { weeksAhead: 4 }))
    const left = [`${secondFriday} 16:00`, `${thirdFriday} 13:00`, `${fridays[3]} 13:00`]
    expect(await listSlots(app.database, masjid)).toEqual(left)
    await runJobOn(monday)
    expect(await listSlots(app.database, masjid)).toEqual(left)
    // Now the services have different times. The removal and the move still apply to both services.
    await savePlanOf(masjid, planOf([serviceAt('13:00'), serviceAt('14:00', 2)], { weeksAhead: 4 }))
    expect(await listSlots(app.database, masjid)).toEqual([
      `${secondFriday} 16:00`,
      ...[thirdFriday, fridays[3]].flatMap((date) => [`${date} 13:00`, `${date} 14:00`]),
    ])
  })

  test.for([
    ['13:00', '14:00'],
    ['14:00', '13:00'],
    ['14:00', '15:00'],
  ] as const)(
    'does not replace a removed or moved slot that two services shared, even if a save changes their times to %s and %s',
    async ([first, second]) => {
      await savePlanOf(masjid, planOf([serviceAt('13:00'), serviceAt('13:00', 2)]))
      await masjid.client.call(removeSlot, slotOf(masjid, firstFriday, '13:00'))
      const move = { ...slotOf(masjid, secondFriday, '13:00'), toDate: secondFriday, toTime: '16:00' }
      await masjid.client.call(moveSlot, move)
      const apart = planOf([serviceAt(first), serviceAt(second, 2)])
      expect((await previewPlanOf(masjid, apart)).posts).toEqual([{ date: thirdFriday, time: second }])
      await savePlanOf(masjid, apart)
      const left = [
        `${secondFriday} 16:00`,
        ...[first, second].toSorted().map((time) => `${thirdFriday} ${time}`),
      ]
      expect(await listSlots(app.database, masjid)).toEqual(left)
      expect(await savePlanOf(masjid, apart)).toMatchObject({ changed: false })
      expect(await listSlots(app.database, masjid)).toEqual(left)
    },
  )

  test('posts no slots for a stopped plan or a suspended masjid', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00')]))
    expect(await masjid.client.call(stopPlan, { masjidUid: 'me' })).toEqual({ changed: true })
    expect(await masjid.client.call(stopPlan, { masjidUid: 'me' })).toEqual({ changed: false })
    const other = await newMasjid(app.baseUrl)
    await savePlanOf(other, planOf([serviceAt('13:00')]))
    await app.database.db
      .updateTable('parties')
      .set({ suspended_at: new Date(`${monday}T16:00:00Z`) })
      .where('uid', '=', other.uid)
      .execute()
    await runJobOn('2027-03-20')
    expect(await listSlots(app.database, masjid)).toHaveLength(3)
    const ofOther = app.database.db.selectFrom('slots').where('masjid_uid', '=', other.uid)
    expect(await ofOther.select('id').execute()).toHaveLength(3)
  })

  test('calculates Dhuhr for the new place after the masjid has moved', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00'), serviceAfterDhuhr(30, 2)], { weeksAhead: 1 }))
    await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    expect(await listSlots(app.database, masjid)).toEqual([`${firstFriday} 13:00`, `${firstFriday} 13:15`])
    const { plan, preview: seen } = await masjid.client.call(getPlan, { uid: 'me' })
    expect(seen.moves).toMatchObject([{ date: firstFriday, time: '13:15', toTime: '12:35' }])
    expect((await savePlanOf(masjid, plan)).moved).toBe(1)
    await runJobOn('2027-03-06')
    expect(await listSlots(app.database, masjid)).toEqual(
      [firstFriday, secondFriday].flatMap((date) => [`${date} 12:35`, `${date} 13:00`]),
    )
  })

  test('posts the next week of the largest plan, even after saves have posted and moved all slots of the other weeks', async () => {
    expect((await savePlanOf(masjid, largestPlanAt('00'))).posted).toBe(208)
    expect((await savePlanOf(masjid, largestPlanAt('30'))).moved).toBe(208)
    await runJobOn('2027-03-06')
    expect(await listSlots(app.database, masjid)).toHaveLength(216)
  })

  test('posts slots only up to the masjid’s maximum number of upcoming slots', async () => {
    await insertUpcomingSlots(app.database, masjid.uid, { count: maxUpcomingSlots - 2, now: monday })
    const plan = planOf([serviceAt('13:00')])
    expect((await previewPlanOf(masjid, plan)).fridays.slice(0, 3).map((it) => it.times[0]?.state)).toEqual([
      'posts',
      'posts',
      'not_posted',
    ])
    expect(await savePlanOf(masjid, plan)).toMatchObject({ posted: 2 })
    await runJobOn('2027-03-13')
    expect((await listSlots(app.database, masjid)).slice(0, 3).filter((it) => it.endsWith('13:00'))).toEqual([
      `${firstFriday} 13:00`,
      `${secondFriday} 13:00`,
      `${thirdFriday} 13:00`,
    ])
  })

  test('skips a date that has the maximum number of slots', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00')]))
    for (let hour = 0; hour < 24; hour += 1)
      await postSlot(masjid, `${String(hour).padStart(2, '0')}:30`, fridays[3])
    await runJobOn('2027-03-13')
    expect((await listSlots(app.database, masjid)).filter((it) => it.endsWith('13:00'))).toEqual(
      [firstFriday, secondFriday, thirdFriday, fridays[4]].map((date) => `${date} 13:00`),
    )
  })
})
