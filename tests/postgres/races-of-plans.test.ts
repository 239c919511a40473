import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { stopPlan } from '../../contract/plans.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import type { Tx } from '../../server/database/database.ts'
import { runOperatorCommand } from '../../server/identity/operator-command.ts'
import { postPlannedFridays } from '../../server/plans/post-planned-fridays.ts'
import { type InsertedAccount, insertMasjid } from '../runtime/insert-people.ts'
import { invariantViolations } from './invariants.ts'
import {
  clientFor,
  expectConsistency,
  expectOutcomesIn,
  type RacingCall,
  raceTwoCalls,
  rounds,
  startServerPair,
} from './race.ts'
import { callOf, deleteAccountCall, savePlanCall, setCheapPassword, weeklyPlanAt } from './racing-calls.ts'

let masjid: InsertedAccount

const pair = await startServerPair()
// Stop the clock on a Tuesday. On a Friday, the services of the day may be past, and then a weekly plan posts fewer slots.
await pair.setNow('2030-01-01T12:00:00Z')
beforeEach(async () => {
  await pair.clear()
  masjid = await insertMasjid(pair.database)
})

const stopPlanCall: RacingCall = (url) => clientFor(masjid, url).call(stopPlan, { masjidUid: 'me' })

/** Runs the job that posts planned Fridays. The two servers run this job, too. */
const postFridaysCall: RacingCall = async () => {
  await postPlannedFridays(pair.database)
  return {}
}

/** Runs the same job in the transaction `tx`, which holds the locks of the job until it ends. */
const postFridaysIn = (tx: Tx) => postPlannedFridays({ ...pair.database, transaction: (work) => work(tx) })

const currentSlots = () =>
  pair.database.db
    .selectFrom('slots')
    .where('masjid_uid', '=', masjid.uid)
    .where('removed_at', 'is', null)
    .orderBy('starts_at')
    .select(['id', 'date', 'time'])
    .execute()

/** Returns when the masjid's slots begin, HH:MM, on the clock of its time zone. */
async function wallClockTimes(): Promise<string[]> {
  const { rows } = await sql<{ time: string }>`
    select to_char(s.starts_at at time zone m.time_zone, 'HH24:MI') as time
    from slots s join masjids m on m.uid = s.masjid_uid where m.uid = ${masjid.uid}`.execute(pair.database.db)
  return rows.map((it) => it.time)
}

/** Makes concurrent calls, and expects that all succeed. */
async function raceAll(...calls: readonly RacingCall[]): Promise<void> {
  expectOutcomesIn((await pair.shortRace(...calls)).flat(), 'changed', 'same')
  await expectConsistency(pair)
}

/** Suspends the masjid, or ends its suspension. */
const suspendCall =
  (on: boolean): RacingCall =>
  async () => {
    const command = { kind: 'suspend', on } as const
    return (
      (await pair.database.transaction((tx) => runOperatorCommand(tx, { uid: masjid.uid }, command))) ?? {}
    )
  }

/** Resets the masjid's weekly plan, as if its Fridays had not been posted yet. */
async function resetPlan(): Promise<void> {
  await pair.database.db.deleteFrom('slots').where('masjid_uid', '=', masjid.uid).execute()
  await pair.database.db.updateTable('plans').set({ posted_through: '2000-01-07' }).execute()
}

describe.each(rounds)('round %i', () => {
  test('concurrent jobs for one weekly plan post exactly one slot on each Friday', async () => {
    await pair.callInOrder(savePlanCall(masjid, '13:00'))
    await resetPlan()
    const { id: newest } = await pair.database.db
      .selectFrom('audit')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    await raceAll(postFridaysCall)
    const dates = (await currentSlots()).map((it) => it.date)
    expect(dates).toHaveLength(4)
    expect(new Set(dates).size).toBe(4)
    const events = await pair.database.db
      .selectFrom('audit')
      .where('id', '>', newest)
      .select('event')
      .execute()
    expect(events.map((it) => it.event)).toEqual(Array(4).fill('slot_posted'))
  })

  test('weekly plans that are saved concurrently leave one slot a Friday, at the time of the last saved plan', async () => {
    await raceAll(savePlanCall(masjid, '13:00'), savePlanCall(masjid, '13:30'), postFridaysCall)
    const slots = await currentSlots()
    expect(slots).toHaveLength(4)
    const { services } = await pair.database.db
      .selectFrom('plans')
      .where('masjid_uid', '=', masjid.uid)
      .select('services')
      .executeTakeFirstOrThrow()
    expect(new Set(slots.map((it) => it.time.slice(0, 5)))).toEqual(new Set([services[0]?.time]))
  })

  test('a slot that a member moves or removes while the weekly plan changes stays moved or removed', async () => {
    await pair.callInOrder(savePlanCall(masjid, '13:00'))
    const [first, second] = await currentSlots()
    const moves: RacingCall = (url) =>
      clientFor(masjid, url).call(moveSlot, {
        masjidUid: 'me',
        slotId: first?.id ?? '',
        toDate: first?.date ?? '',
        toTime: '16:00',
      })
    const removes: RacingCall = (url) =>
      clientFor(masjid, url).call(removeSlot, { masjidUid: 'me', slotId: second?.id ?? '' })
    await raceAll(savePlanCall(masjid, '13:30'), moves, removes, postFridaysCall)
    expect((await currentSlots()).map((it) => `${it.date} ${it.time.slice(0, 5)}`)).toEqual([
      `${first?.date} 16:00`,
      ...(await currentSlots()).slice(1).map((it) => `${it.date} 13:30`),
    ])
    expect(await currentSlots()).toHaveLength(3)
  })

  test('a member’s posting and a concurrent save of a weekly plan with the same time post one slot', async () => {
    await pair.callInOrder(savePlanCall(masjid, '13:00'))
    const [first] = await currentSlots()
    await pair.clear()
    const adds: RacingCall = (url) =>
      clientFor(masjid, url).call(addKhutbah, { masjidUid: 'me', date: first?.date ?? '', times: ['13:00'] })
    await raceAll(adds, savePlanCall(masjid, '13:00'), postFridaysCall)
    expect((await currentSlots()).map((it) => it.date)).toEqual([
      ...new Set((await currentSlots()).map((it) => it.date)),
    ])
    expect(await currentSlots()).toHaveLength(4)
  })

  test('a weekly plan that is stopped while its Fridays are posted leaves no duplicate slots', async () => {
    await raceAll(savePlanCall(masjid, '13:00'), stopPlanCall, postFridaysCall)
    expect(await currentSlots()).toHaveLength(4)
  })

  test('of two concurrent changes to the same version of a weekly plan, only one is saved', async () => {
    const seenPlan = weeklyPlanAt('13:00')
    await pair.callInOrder(savePlanCall(masjid, '13:00'))
    await raceTwoCalls(
      pair,
      [savePlanCall(masjid, '13:30', { seenPlan }), 'plan_changed'],
      [savePlanCall(masjid, '14:00', { seenPlan }), 'plan_changed'],
    )
    expect(await currentSlots()).toHaveLength(4)
    expect(new Set((await currentSlots()).map((it) => it.time)).size).toBe(1)
    await expectConsistency(pair)
  })

  test('a masjid that deletes its account while its Fridays are being posted and its plan is saved keeps no slot and no plan', async () => {
    await setCheapPassword(pair.database, masjid)
    await pair.callInOrder(savePlanCall(masjid, '13:00'))
    await resetPlan()
    const calls = [deleteAccountCall(masjid), savePlanCall(masjid, '13:30')]
    expect(await pair.queueBehind(postFridaysIn, ...calls)).toEqual(['changed', 'session_changed'])
    expect(await currentSlots()).toEqual([])
    const plans = pair.database.db.selectFrom('plans').where('masjid_uid', '=', masjid.uid)
    expect(await plans.select('masjid_uid').execute()).toEqual([])
    expect(await invariantViolations(pair.database)).toEqual([])
  })

  test('a change of the masjid’s time zone that waits for the posting of a plan’s Fridays keeps the wall-clock times of the new slots', async () => {
    await pair.callInOrder(savePlanCall(masjid, '13:00'))
    await resetPlan()
    const moves = callOf(masjid, updateMasjid, { uid: 'me', zipCode: '60601' })
    expect(await pair.queueBehind(postFridaysIn, moves)).toEqual(['changed'])
    expect(await wallClockTimes()).toEqual(Array(4).fill('13:00'))
  })

  test('slots that a weekly plan posts while the masjid changes its time zone begin at their times in the new zone', async () => {
    await pair.callInOrder(savePlanCall(masjid, '13:00'))
    await resetPlan()
    const movesTo = (zipCode: string) => callOf(masjid, updateMasjid, { uid: 'me', zipCode })
    const postsMore: RacingCall = (url, number) =>
      savePlanCall(masjid, '13:00', { weeksAhead: 1 + (number % 26) })(url, number)
    const outcomes = await pair.race(movesTo('60601'), postsMore, movesTo('48126'), postFridaysCall)
    expectOutcomesIn(outcomes.flat(), 'changed', 'same')
    expect(new Set(await wallClockTimes())).toEqual(new Set(['13:00']))
  })

  test('the Fridays of a weekly plan are not posted while the masjid is suspended, and are posted exactly once afterwards', async () => {
    await pair.callInOrder(savePlanCall(masjid, '13:00'))
    await resetPlan()
    await raceAll(suspendCall(true), postFridaysCall)
    expect([0, 4]).toContain((await currentSlots()).length)
    await resetPlan()
    await pair.callInOrder(postFridaysCall)
    expect(await currentSlots()).toEqual([])
    await raceAll(suspendCall(false), postFridaysCall)
    await pair.callInOrder(postFridaysCall)
    expect(await currentSlots()).toHaveLength(4)
  })
})
