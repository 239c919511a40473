import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { describeSlots } from '../../contract/khutbahs.ts'
import { inviteNewKhateeb, revokeInvitation } from '../../contract/members.ts'
import { getOurKhateebs } from '../../contract/our-khateebs.ts'
import { previewPlan } from '../../contract/plans.ts'
import { startApp } from '../../tests/runtime/app.ts'
import { listSlots } from '../../tests/runtime/list-slots.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../../tests/runtime/people.ts'
import { withPermanentSession } from '../../tests/runtime/session.ts'
import {
  confirmKhateeb,
  inviteKhateeb,
  postSlot,
  requestSlot,
  slotOf,
  slotSeenBy,
} from '../../tests/runtime/slots.ts'
import { newOwner } from '../../tests/runtime/team.ts'
import {
  firstFriday,
  fridays,
  planOf,
  previewPlanOf,
  resetPlansAndClock,
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

describe('a change of a weekly plan', () => {
  test('moves its slots with their khateebs, as in the preview', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await savePlanOf(masjid, planOf([serviceAt('13:00')]))
    for (const date of [firstFriday, secondFriday])
      await confirmKhateeb(masjid, khateeb, slotOf(masjid, date, '13:00'))
    const later = planOf([serviceAt('14:00')])
    const { fridays: seen, moves } = await previewPlanOf(masjid, later)
    expect(moves).toMatchObject([
      { date: firstFriday, time: '13:00', toTime: '14:00', asksAgain: khateeb.name },
      { date: secondFriday, asksAgain: khateeb.name },
      { date: thirdFriday, asksAgain: null },
    ])
    expect(seen.map((it) => it.times[0]?.state)).toEqual([
      ...Array(3).fill('moves'),
      ...Array(10).fill('later'),
    ])
    expect(await listSlots(app.database, masjid)).toContain(`${firstFriday} 13:00`)
    await app.database.db.deleteFrom('letters').execute()
    expect(await savePlanOf(masjid, later)).toEqual({ changed: true, posted: 0, moved: 3, removed: 0 })
    const letters = app.database.db.selectFrom('letters').where('recipient', '=', khateeb.email)
    expect(await letters.select('kind').execute()).toHaveLength(1)
    expect(await listSlots(app.database, masjid)).toEqual(
      [firstFriday, secondFriday, thirdFriday].map((date) => `${date} 14:00`),
    )
    for (const date of [firstFriday, secondFriday])
      expect(await slotSeenBy(masjid, slotOf(masjid, date, '14:00'))).toMatchObject({
        khateebUid: khateeb.uid,
      })
    // The moved slots still belong to the plan, so a second change moves them again.
    expect((await savePlanOf(masjid, planOf([serviceAt('14:10')]))).moved).toBe(3)
  })

  test('sets the language of slots that no member has changed, and sends a khateeb one letter', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await savePlanOf(masjid, planOf([serviceAt('13:00')]))
    await confirmKhateeb(masjid, khateeb, slotOf(masjid, firstFriday, '13:00'))
    const { slotId } = await slotSeenBy(masjid, slotOf(masjid, thirdFriday, '13:00'))
    await masjid.client.call(describeSlots, { masjidUid: 'me', slotIds: [slotId], note: 'Side door' })
    const inUrdu = planOf([{ ...serviceAt('14:00'), language: 'ur' }])
    expect((await previewPlanOf(masjid, inUrdu)).describes).toMatchObject([
      { date: firstFriday, time: '13:00', tells: khateeb.name },
      { date: secondFriday, tells: null },
    ])
    await app.database.db.deleteFrom('letters').execute()
    expect(await savePlanOf(masjid, inUrdu)).toMatchObject({ changed: true, moved: 2 })
    const letters = await app.database.db
      .selectFrom('letters')
      .where('recipient', '=', khateeb.email)
      .select(['kind', sql<string[]>`jsonb_path_query_array(props, '$.letters[*].kind')`.as('news')])
      .execute()
    expect(letters).toEqual([{ kind: 'gathered', news: ['slot_moved', 'slot_described'] }])
    const languages = [
      slotOf(masjid, firstFriday, '14:00'),
      slotOf(masjid, secondFriday, '14:00'),
      slotOf(masjid, thirdFriday, '13:00'),
    ].map(async (it) => (await slotSeenBy(masjid, it)).language)
    expect(await Promise.all(languages)).toEqual(['ur', 'ur', null])
    // The slots still belong to the plan.
    expect((await previewPlanOf(masjid, planOf([serviceAt('14:00')]))).describes).toHaveLength(2)
    expect((await previewPlanOf(masjid, inUrdu)).describes).toEqual([])
  })

  test('keeps the time of a slot that can’t move, and the preview shows this', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    const other = await newMasjid(app.baseUrl)
    await savePlanOf(masjid, planOf([serviceAt('13:00')]))
    await confirmKhateeb(masjid, khateeb, slotOf(masjid, firstFriday, '13:00'))
    const elsewhere = await postSlot(other, '15:00', firstFriday)
    await confirmKhateeb(other, khateeb, elsewhere)
    await postSlot(masjid, '15:00', secondFriday)
    const later = planOf([serviceAt('15:00')])
    const { staysAnyway, moves } = await previewPlanOf(masjid, later)
    expect(staysAnyway.map((it) => it.date)).toEqual([firstFriday, secondFriday])
    expect(moves.map((it) => it.date)).toEqual([thirdFriday])
    await savePlanOf(masjid, later)
    expect(await listSlots(app.database, masjid)).toEqual([
      `${firstFriday} 13:00`,
      `${secondFriday} 13:00`,
      `${secondFriday} 15:00`,
      `${thirdFriday} 15:00`,
    ])
  })

  test('keeps the time of a confirmed slot that has moved five times in a day, and moves the others', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await savePlanOf(masjid, planOf([serviceAt('13:00')]))
    await confirmKhateeb(masjid, khateeb, slotOf(masjid, firstFriday, '13:00'))
    for (const time of ['14:00', '15:00', '16:00', '17:00', '18:00'])
      await savePlanOf(masjid, planOf([serviceAt(time)]))
    const { staysAnyway, moves } = await previewPlanOf(masjid, planOf([serviceAt('19:00')]))
    expect(staysAnyway.map((it) => it.date)).toEqual([firstFriday])
    expect(moves.map((it) => it.date)).toEqual([secondFriday, thirdFriday])
    expect((await savePlanOf(masjid, planOf([serviceAt('19:00')]))).moved).toBe(2)
    expect(await listSlots(app.database, masjid)).toEqual([
      `${firstFriday} 18:00`,
      `${secondFriday} 19:00`,
      `${thirdFriday} 19:00`,
    ])
    const { client } = await withPermanentSession(app, masjid)
    await app.setNow('2027-03-02T15:01:00Z')
    expect((await savePlanOf({ ...masjid, client }, planOf([serviceAt('19:00')]))).moved).toBe(1)
  })

  test('can swap the times of two services', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00'), serviceAt('14:00', 2)], { weeksAhead: 1 }))
    const swapped = planOf([serviceAt('14:00'), serviceAt('13:00', 2)], { weeksAhead: 1 })
    const { moves, staysAnyway } = await previewPlanOf(masjid, swapped)
    expect([moves.length, staysAnyway.length]).toEqual([2, 0])
    const idsOf = (...times: string[]) =>
      Promise.all(
        times.map(async (time) => (await slotSeenBy(masjid, slotOf(masjid, firstFriday, time))).slotId),
      )
    const before = await idsOf('13:00', '14:00')
    expect(await savePlanOf(masjid, swapped)).toMatchObject({ posted: 0, moved: 2, removed: 0 })
    expect(await idsOf('14:00', '13:00')).toEqual(before)
    expect(await listSlots(app.database, masjid)).toEqual([`${firstFriday} 13:00`, `${firstFriday} 14:00`])
  })

  test('can give the time of a deleted service to another service', async () => {
    await savePlanOf(masjid, planOf([serviceAt('13:00'), serviceAt('14:00', 2)], { weeksAhead: 1 }))
    const { moved, removed } = await savePlanOf(masjid, planOf([serviceAt('13:00', 2)], { weeksAhead: 1 }))
    expect([moved, removed]).toEqual([1, 1])
    expect(await listSlots(app.database, masjid)).toEqual([`${firstFriday} 13:00`])
  })

  test('that closes dates removes the plan’s slots on these dates, except slots with a khateeb, an invite or a request', async () => {
    const khateeb = await newKhateeb(app.baseUrl)
    await savePlanOf(masjid, planOf([serviceAt('13:00')], { weeksAhead: 4 }))
    await confirmKhateeb(masjid, khateeb, slotOf(masjid, firstFriday, '13:00'))
    await inviteKhateeb(masjid, khateeb, slotOf(masjid, secondFriday, '13:00'))
    await requestSlot(khateeb, slotOf(masjid, thirdFriday, '13:00'))
    const closed = planOf([serviceAt('13:00')], { weeksAhead: 4, closures: fridays.slice(0, 4) })
    const { removes, keeps } = await previewPlanOf(masjid, closed)
    expect(keeps.map((it) => it.date)).toEqual([firstFriday, secondFriday, thirdFriday])
    expect(removes).toMatchObject([{ date: fridays[3], time: '13:00' }])
    expect(await savePlanOf(masjid, closed)).toMatchObject({ removed: 1 })
    expect(await listSlots(app.database, masjid)).toEqual(
      [firstFriday, secondFriday, thirdFriday].map((date) => `${date} 13:00`),
    )
    // This plan has no closures, so it posts the removed slot again.
    expect(await savePlanOf(masjid, planOf([serviceAt('13:00')], { weeksAhead: 4 }))).toMatchObject({
      posted: 1,
    })
    expect(await listSlots(app.database, masjid)).toContain(`${fridays[3]} 13:00`)
  })

  test('that closes a date keeps a slot for which an owner has invited a new khateeb by email, until this invitation ends', async () => {
    const owner = await newOwner(app)
    const open = planOf([serviceAt('13:00')], { weeksAhead: 1 })
    const closed = { ...open, closures: [firstFriday] }
    await savePlanOf(owner, open)
    const { slotId } = await slotSeenBy(owner, slotOf(owner, firstFriday, '13:00'))
    await owner.client.call(inviteNewKhateeb, { email: 'bilal@minbar.example', slotId })
    const seen = await owner.client.call(previewPlan, { masjidUid: 'me', ...closed })
    expect([seen.keeps.length, seen.removes.length]).toEqual([1, 0])
    expect(await savePlanOf(owner, closed)).toMatchObject({ removed: 0 })
    const { invitations } = await owner.client.call(getOurKhateebs, { uid: 'me' })
    await owner.client.call(revokeInvitation, { invitationId: invitations[0]?.invitationId ?? '' })
    expect(await savePlanOf(owner, closed)).toMatchObject({ removed: 1 })
  })
})
