import { beforeEach, describe, expect, test } from 'vitest'
import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import { savePlan, stopPlan } from '../../contract/plans.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { postPlannedFridays } from '../../server/plans/post-planned-fridays.ts'
import { type InsertedAccount, insertMasjid } from '../runtime/insert-people.ts'
import { clientFor, expectConsistency, expectOnly, type RacingCall, rounds, startServerPair } from './race.ts'

let masjid: InsertedAccount

const pair = await startServerPair()
// A Tuesday. On a Friday, the services of the day may be past, and then a weekly plan posts fewer slots.
await pair.setNow('2030-01-01T12:00:00Z')
beforeEach(async () => {
  await pair.clear()
  masjid = await insertMasjid(pair.database)
})

const savePlanCall =
  (time: string): RacingCall =>
  (url) =>
    clientFor(masjid, url).call(savePlan, {
      masjidUid: 'me',
      services: [{ key: 1, time, minutesAfterDhuhr: null, season: null }],
      closures: [],
      weeksAhead: 4,
    })

const stopPlanCall: RacingCall = (url) => clientFor(masjid, url).call(stopPlan, { masjidUid: 'me' })

/** Runs the job that posts planned Fridays. The two servers run the same job. */
const postFridaysCall: RacingCall = async () => {
  await postPlannedFridays(pair.database)
  return {}
}

const currentSlots = () =>
  pair.database.reader
    .selectFrom('slots')
    .where('masjid_uid', '=', masjid.uid)
    .where('removed_at', 'is', null)
    .orderBy('starts_at')
    .select(['id', 'date', 'time'])
    .execute()

/** Makes concurrent calls, and expects that all succeed. */
async function raceAll(...calls: readonly RacingCall[]): Promise<void> {
  expectOnly((await pair.shortRace(...calls)).flat(), 'changed', 'same')
  await expectConsistency(pair)
}

/** Resets the masjid's weekly plan, as if its Fridays had not been posted yet. */
async function resetPlan(): Promise<void> {
  await pair.database.reader.deleteFrom('slots').where('masjid_uid', '=', masjid.uid).execute()
  await pair.database.reader.updateTable('plans').set({ posted_through: '2000-01-07' }).execute()
}

describe.each(rounds)('round %i', () => {
  test('concurrent jobs for one weekly plan post exactly one slot on each Friday', async () => {
    await pair.callInOrder(savePlanCall('13:00'))
    await resetPlan()
    const { id: newest } = await pair.database.reader
      .selectFrom('audit')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    await raceAll(postFridaysCall)
    const dates = (await currentSlots()).map((it) => it.date)
    expect(dates).toHaveLength(4)
    expect(new Set(dates).size).toBe(4)
    const events = await pair.database.reader
      .selectFrom('audit')
      .where('id', '>', newest)
      .select('event')
      .execute()
    expect(events.map((it) => it.event)).toEqual(Array(4).fill('slot_posted'))
  })

  test('weekly plans that are saved concurrently leave one slot a Friday, at the time of the last saved plan', async () => {
    await raceAll(savePlanCall('13:00'), savePlanCall('13:30'), postFridaysCall)
    const slots = await currentSlots()
    expect(slots).toHaveLength(4)
    const { services } = await pair.database.reader
      .selectFrom('plans')
      .where('masjid_uid', '=', masjid.uid)
      .select('services')
      .executeTakeFirstOrThrow()
    expect(new Set(slots.map((it) => it.time.slice(0, 5)))).toEqual(new Set([services[0]?.time]))
  })

  test('a slot that a member moves or removes while the weekly plan changes stays moved or removed', async () => {
    await pair.callInOrder(savePlanCall('13:00'))
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
    await raceAll(savePlanCall('13:30'), moves, removes, postFridaysCall)
    expect((await currentSlots()).map((it) => `${it.date} ${it.time.slice(0, 5)}`)).toEqual([
      `${first?.date} 16:00`,
      ...(await currentSlots()).slice(1).map((it) => `${it.date} 13:30`),
    ])
    expect(await currentSlots()).toHaveLength(3)
  })

  test('a slot that a member posts while a weekly plan with the slot’s time is saved is posted once', async () => {
    await pair.callInOrder(savePlanCall('13:00'))
    const [first] = await currentSlots()
    await pair.clear()
    const adds: RacingCall = (url) =>
      clientFor(masjid, url).call(addKhutbah, { masjidUid: 'me', date: first?.date ?? '', times: ['13:00'] })
    await raceAll(adds, savePlanCall('13:00'), postFridaysCall)
    expect((await currentSlots()).map((it) => it.date)).toEqual([
      ...new Set((await currentSlots()).map((it) => it.date)),
    ])
    expect(await currentSlots()).toHaveLength(4)
  })

  test('a weekly plan that is stopped while its Fridays are posted leaves no duplicate slots', async () => {
    await raceAll(savePlanCall('13:00'), stopPlanCall, postFridaysCall)
    expect(await currentSlots()).toHaveLength(4)
  })
})
