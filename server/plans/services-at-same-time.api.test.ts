import { beforeEach, describe, expect, test } from 'vitest'
import { updateMasjid } from '../../contract/own-records.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { listSlots } from '../../tests/runtime/list-slots.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { confirmKhateeb, postSlot, requestSlot, slotOf, slotSeenBy } from '../../tests/runtime/slots.ts'
import {
  firstFriday,
  planOf,
  previewPlanOf,
  resetPlansAndClock,
  savePlanOf,
  secondFriday,
  serviceAfterDhuhr,
  serviceAt,
} from '../../tests/runtime/weekly-plans.ts'

let masjid: TestAccount
const app = await startApp()
beforeEach(async () => {
  await resetPlansAndClock(app)
  masjid = await newMasjid(app.baseUrl)
})

describe('a masjid’s weekly plan', () => {
  test('posts one slot for two services at the same time, and a second slot after their times differ', async () => {
    const together = await savePlanOf(
      masjid,
      planOf([serviceAt('13:00'), serviceAt('13:00', 2)], { weeksAhead: 1 }),
    )
    expect(together.posted).toBe(1)
    const { fridays: seen } = await previewPlanOf(
      masjid,
      planOf([serviceAt('13:00'), serviceAt('13:00', 2)], { weeksAhead: 1 }),
    )
    expect(seen[0]?.times).toEqual([{ time: '13:00', state: 'posted' }])
    await savePlanOf(masjid, planOf([serviceAt('13:00'), serviceAt('14:00', 2)], { weeksAhead: 1 }))
    expect(await listSlots(app.database, masjid)).toEqual([`${firstFriday} 13:00`, `${firstFriday} 14:00`])
  })

  test('removes the open slot of a service whose new time is the time of another service', async () => {
    const plan = planOf([serviceAt('12:35'), serviceAfterDhuhr(30, 2)], { weeksAhead: 2 })
    await savePlanOf(masjid, plan)
    const [requested, open] = [slotOf(masjid, firstFriday, '13:15'), slotOf(masjid, secondFriday, '13:15')]
    await requestSlot(await newKhateeb(app.baseUrl), requested)
    // At the new place, Dhuhr is 40 minutes earlier.
    await masjid.client.call(updateMasjid, { uid: 'me', zipCode: '60601' })
    const { removes, staysAnyway, moves, fridays: seen } = await previewPlanOf(masjid, plan)
    expect(removes).toMatchObject([{ date: open.khutbahDate, time: '13:15' }])
    expect(staysAnyway).toMatchObject([{ date: requested.khutbahDate, time: '13:15', toTime: '12:35' }])
    expect(moves).toEqual([])
    expect(seen[1]?.times).toEqual([{ time: '12:35', state: 'posted' }])
    expect(await savePlanOf(masjid, plan)).toMatchObject({ posted: 0, moved: 0, removed: 1 })
    expect(await listSlots(app.database, masjid)).toEqual([
      `${firstFriday} 12:35`,
      `${firstFriday} 13:15`,
      `${secondFriday} 12:35`,
    ])
    expect(await savePlanOf(masjid, plan)).toMatchObject({ changed: false })
    // With this plan, the two services have different times again, so the second service gets a slot again.
    await savePlanOf(masjid, planOf([serviceAt('12:00'), serviceAfterDhuhr(30, 2)], { weeksAhead: 2 }))
    expect(await listSlots(app.database, masjid)).toEqual(
      [firstFriday, secondFriday].flatMap((date) => [`${date} 12:00`, `${date} 12:35`]),
    )
  })

  test('moves only one slot if two services get the same new time, and prefers the slot with a khateeb', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await savePlanOf(masjid, planOf([serviceAt('13:00'), serviceAt('14:00', 2)], { weeksAhead: 2 }))
    await confirmKhateeb(masjid, khateeb, slotOf(masjid, secondFriday, '14:00'))
    const together = planOf([serviceAt('15:00'), { ...serviceAt('15:00', 2), language: 'ur' }], {
      weeksAhead: 2,
    })
    expect(await savePlanOf(masjid, together)).toMatchObject({ moved: 2, removed: 2 })
    expect(await listSlots(app.database, masjid)).toEqual([`${firstFriday} 15:00`, `${secondFriday} 15:00`])
    expect((await slotSeenBy(masjid, slotOf(masjid, secondFriday, '15:00'))).khateeb).toBe(khateeb.name)
  })

  test('moves the open slot of two services that get the same time, if the khateeb of the other slot is booked at that time', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const other = await newMasjid(app.baseUrl)
    await savePlanOf(masjid, planOf([serviceAt('12:00'), serviceAt('13:30', 2)], { weeksAhead: 1 }))
    await confirmKhateeb(masjid, khateeb, slotOf(masjid, firstFriday, '12:00'))
    await confirmKhateeb(other, khateeb, await postSlot(other, '15:00', firstFriday))
    const together = planOf([serviceAt('15:00'), serviceAt('15:00', 2)], { weeksAhead: 1 })
    const { staysAnyway } = await previewPlanOf(masjid, together)
    expect(staysAnyway).toMatchObject([{ date: firstFriday, time: '12:00', toTime: '15:00' }])
    expect(await savePlanOf(masjid, together)).toMatchObject({ posted: 0, moved: 1, removed: 0 })
    expect(await listSlots(app.database, masjid)).toEqual([`${firstFriday} 12:00`, `${firstFriday} 15:00`])
  })
})
