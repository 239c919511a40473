import { beforeEach, describe, expect, test } from 'vitest'
import { describeSlots, removeSlot } from '../../contract/khutbahs.ts'
import { stopPlan } from '../../contract/plans.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { confirmKhateeb, postSlot, slotOf, slotSeenBy } from '../../tests/runtime/slots.ts'
import {
  firstFriday,
  fridays,
  planOf,
  previewPlanOf,
  resetPlansAndClock,
  type SentPlan,
  savePlanOf,
  secondFriday,
  serviceAt,
  thirdFriday,
} from '../../tests/runtime/weekly-plans.ts'

let masjid: TestAccount
const app = await startApp()
beforeEach(async () => {
  await resetPlansAndClock(app)
  masjid = await newMasjid(app.baseUrl)
})

describe('a preview of a weekly plan', () => {
  test('is refused if `seenPlan` is out of date', async () => {
    const [mine, theirs] = [planOf([serviceAt('13:00')]), planOf([serviceAt('13:30')])]
    const previewSeen = (seenPlan: SentPlan['seenPlan']) => previewPlanOf(masjid, { ...mine, seenPlan })
    expect((await previewSeen(null)).posts).toHaveLength(3)
    await savePlanOf(masjid, theirs)
    await expect(previewSeen(null)).rejects.toMatchObject({ status: 409, code: 'plan_changed' })
    expect((await previewSeen(theirs)).moves).toHaveLength(3)
    expect((await previewPlanOf(masjid, mine)).moves).toHaveLength(3)
    await masjid.client.call(stopPlan, { masjidUid: 'me' })
    await expect(previewSeen(theirs)).rejects.toMatchObject({ status: 409, code: 'plan_stopped' })
  })

  test('shows each slot that a member has described, moved, removed or posted', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00')], { weeksAhead: 5 }))
    const [, , , fourthFriday = '', fifthFriday = '', sixthFriday = ''] = fridays
    const described = await slotSeenBy(masjid, slotOf(masjid, firstFriday, '13:00'))
    await masjid.client.call(describeSlots, {
      masjidUid: 'me',
      slotIds: [described.slotId],
      note: 'Side door',
    })
    const moveTo = (toDate: string, from: string) =>
      masjid.client.call(moveSlot, { ...slotOf(masjid, from, '13:00'), toDate, toTime: '16:00' })
    await moveTo(secondFriday, secondFriday)
    await masjid.client.call(removeSlot, slotOf(masjid, thirdFriday, '13:00'))
    await moveTo(sixthFriday, fourthFriday)
    await postSlot(masjid, '20:00', fifthFriday)
    const { fridays: seen, leaves } = await previewPlanOf(
      masjid,
      planOf([serviceAt('14:00')], { weeksAhead: 5, closures: [fifthFriday] }),
    )
    expect(seen.slice(0, 7).map((it) => it.times)).toEqual([
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

  test('shows a slot that stays on a closed date, and one that can’t move, at their own times', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await savePlanOf(masjid, planOf([serviceAt('13:00')], { weeksAhead: 2 }))
    await confirmKhateeb(masjid, khateeb, slotOf(masjid, firstFriday, '13:00'))
    await postSlot(masjid, '15:00', secondFriday)
    const { fridays: seen, leaves } = await previewPlanOf(
      masjid,
      planOf([serviceAt('15:00')], { weeksAhead: 2, closures: [firstFriday] }),
    )
    expect(seen.slice(0, 2).map((it) => it.times)).toEqual([
      [{ time: '13:00', state: 'keeps' }],
      [
        { time: '13:00', state: 'stays_anyway' },
        { time: '15:00', state: 'by_hand' },
      ],
    ])
    expect(leaves).toEqual([])
  })

  test('leaves out the slots that members have changed, if the plan does not change their Friday', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00')]))
    await masjid.client.call(moveSlot, {
      ...slotOf(masjid, firstFriday, '13:00'),
      toDate: firstFriday,
      toTime: '16:00',
    })
    expect((await previewPlanOf(masjid, planOf([serviceAt('13:00')], { weeksAhead: 4 }))).leaves).toEqual([])
  })
})
