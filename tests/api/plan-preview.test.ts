import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CallFailed } from '../../contract/client.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { addKhutbah, removeSlot } from '../../contract/khutbahs.ts'
import { updateMasjid } from '../../contract/own-records.ts'
import { previewPlan, savePlan } from '../../contract/plans.ts'
import { approveRequest, requestToLead } from '../../contract/proposals.ts'
import { moveSlot } from '../../contract/slot-moves.ts'
import { postPlannedFridays } from '../../server/plans/post-planned-fridays.ts'
import { startApp } from '../runtime/app.ts'
import { newKhateeb, newMasjid, type TestAccount } from '../runtime/people.ts'
import { withPermanentSession } from '../runtime/session.ts'

/** fast-check prints the seed and the path of a failed run. To repeat the run, set SEED and RUN_PATH in the environment. */
const { SEED, RUN_PATH, RUNS } = process.env

const app = await startApp()

/** The milliseconds of an hour. */
const hour = 60 * 60 * 1_000
const day = 24 * hour

/** ZIPs in different time zones. Two of the zones have no daylight saving time. */
const zips = ['48126', '60601', '85004', '96813', '99503']

const times = ['12:30', '13:00', '13:30', '14:00']

/** When a run begins: about ten days before the clocks are set forward or back, or before a new year. */
const begins = fc.constantFrom('2027-03-04T15:00Z', '2027-10-28T15:00Z', '2027-12-20T15:00Z')

const season = fc.record({
  firstDay: fc.constantFrom('03-01', '10-20', '12-20'),
  lastDay: fc.constantFrom('03-20', '11-05', '01-10'),
})

/** A service at a fixed time, or some minutes after Dhuhr. */
const service = fc.record({
  key: fc.integer({ min: 1, max: 3 }),
  start: fc.oneof(
    fc.record({ time: fc.constantFrom(...times), minutesAfterDhuhr: fc.constant(null) }),
    fc.record({ time: fc.constant(null), minutesAfterDhuhr: fc.integer({ min: 0, max: 90 }) }),
  ),
  season: fc.option(season, { freq: 3 }),
})

const somePlan = fc.record({
  services: fc
    .uniqueArray(service, { minLength: 1, maxLength: 3, selector: ({ key }) => key })
    .map((all) => all.map(({ start, ...it }) => ({ ...it, ...start, language: null }))),
  /** The days on which the masjid is closed, each as a number of days from today. */
  closed: fc.uniqueArray(fc.nat(40), { maxLength: 2 }),
  weeksAhead: fc.integer({ min: 1, max: 6 }),
})
type SomePlan = ReturnType<typeof somePlan.generate>['value']

const someAct = fc.record({
  kind: fc.constantFrom('save', 'save', 'move', 'remove', 'post', 'request', 'confirm', 'moveMasjid', 'wait'),
  plan: somePlan,
  /** Chooses a slot, a time, or a ZIP. */
  choice: fc.nat(50),
  hours: fc.integer({ min: 0, max: 10 * 24 }),
})
type SomeAct = ReturnType<typeof someAct.generate>['value']

interface World {
  readonly masjid: TestAccount
  readonly khateeb: TestAccount
  now: number
}

/** Returns the masjid's slots, earliest first. */
async function slotsOf({ masjid }: World) {
  const rows = await app.database.db
    .selectFrom('slots')
    .where('masjid_uid', '=', masjid.uid)
    .where('removed_at', 'is', null)
    .orderBy('starts_at')
    .select(['id', 'date', 'time'])
    .execute()
  return rows.map(({ id, date, time }) => ({ slotId: id, date, time: time.slice(0, 5) }))
}

function planToSend({ now }: World, { closed, ...plan }: SomePlan) {
  const closures = closed.map((days) => new Date(now + days * day).toISOString().slice(0, 10))
  return { masjidUid: 'me', ...plan, closures }
}

/** Sets the clock, and runs the job that posts the due Fridays. */
async function waitUntil(world: World, now: number): Promise<void> {
  world.now = now
  await app.setNow(new Date(now).toISOString())
  await postPlannedFridays(app.database)
}

const acts: Readonly<Record<SomeAct['kind'], (world: World, act: SomeAct) => Promise<unknown>>> = {
  save: (world, { plan }) => world.masjid.client.call(savePlan, planToSend(world, plan)),
  moveMasjid: ({ masjid }, { choice }) =>
    masjid.client.call(updateMasjid, { uid: 'me', zipCode: zips[choice % zips.length] }),
  wait: (world, { hours }) => waitUntil(world, world.now + hours * hour),
  move: async (world, { choice }) => {
    const [slot, other] = await chooseSlots(world, choice)
    const toTime = times[choice % times.length] ?? ''
    await world.masjid.client.call(moveSlot, { ...slot, toDate: other.khutbahDate, toTime })
  },
  remove: async (world, { choice }) => {
    const [slot] = await chooseSlots(world, choice)
    await world.masjid.client.call(removeSlot, slot)
  },
  post: async (world, { choice }) => {
    const [{ khutbahDate: date }] = await chooseSlots(world, choice)
    const posted = [times[choice % times.length] ?? '']
    await world.masjid.client.call(addKhutbah, { masjidUid: 'me', date, times: posted })
  },
  request: async (world, { choice }) => {
    const [slot] = await chooseSlots(world, choice)
    await world.khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
  },
  confirm: async (world, { choice }) => {
    const [slot] = await chooseSlots(world, choice)
    await world.khateeb.client.call(requestToLead, { khateebId: 'me', ...slot })
    await world.masjid.client.call(approveRequest, { ...slot, requesterId: world.khateeb.uid })
  },
}

/** Returns two slots of the masjid. If the masjid has none, returns slots that do not exist. */
async function chooseSlots(world: World, choice: number) {
  const slots = await slotsOf(world)
  const slotAt = (index: number) => {
    const { date, time } = slots[index % Math.max(slots.length, 1)] ?? { date: '2027-12-31', time: '05:00' }
    return { masjidUid: world.masjid.uid, khutbahDate: date, khutbahTime: time }
  }
  return [slotAt(choice), slotAt(choice * 7)] as const
}

/** Performs an act. The server may refuse it. */
async function perform(world: World, act: SomeAct): Promise<void> {
  try {
    await acts[act.kind](world, act)
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status >= 500) throw error
  }
}

type Preview = OutputOf<typeof previewPlan>
type State = Preview['fridays'][number]['times'][number]['state']
const statesWithSlot: readonly State[] = ['posts', 'posted', 'moves', 'keeps', 'stays_anyway', 'by_hand']

/** Returns the times in a preview that have one of these states, as `date time`. */
const timesIn = ({ fridays }: Preview, states: readonly State[]) =>
  fridays.flatMap(({ date, times }) =>
    times.filter(({ state }) => states.includes(state)).map(({ time }) => `${date} ${time}`),
  )

/** Returns the masjid's slots on the Fridays in a preview, as `date time`. */
async function slotsOnFridaysOf(world: World, { fridays }: Preview): Promise<string[]> {
  const slots = await slotsOf(world)
  return slots
    .filter(({ date }) => fridays.some((it) => it.date === date))
    .map(({ date, time }) => `${date} ${time}`)
}

test('saving a weekly plan makes the changes that its preview shows, and the plan job posts the slots that the preview shows as later ones', {
  timeout: 240_000,
}, async () => {
  expect.hasAssertions()
  const history = fc.record({ begin: begins, past: fc.array(someAct, { minLength: 4, maxLength: 14 }) })
  const property = fc.asyncProperty(history, somePlan, async ({ begin, past }, plan) => {
    await app.setNow(null)
    const world = {
      masjid: await withPermanentSession(app, await newMasjid(app.baseUrl)),
      khateeb: await withPermanentSession(app, await newKhateeb(app.baseUrl)),
      now: 0,
    }
    await waitUntil(world, Date.parse(begin))
    for (const act of past) await perform(world, act)
    const { client } = world.masjid
    const sent = planToSend(world, plan)
    const preview = await client.call(previewPlan, sent)
    expect(await client.call(savePlan, sent)).toMatchObject({
      posted: preview.posts.length,
      moved: preview.moves.length,
      removed: preview.removes.length,
    })
    expect(await slotsOnFridaysOf(world, preview)).toEqual(timesIn(preview, statesWithSlot))
    for (const { date } of preview.fridays) {
      // A server runs the job every minute, so the job posts a Friday as soon as it is due. The test runs the job only once a day, so here
      // the job posts a Friday up to a day later.
      while (world.now < Date.parse(date)) await waitUntil(world, world.now + day)
    }
    expect(await slotsOnFridaysOf(world, preview)).toEqual(timesIn(preview, [...statesWithSlot, 'later']))
  })
  await fc.assert(property, {
    numRuns: Number(RUNS ?? 3),
    endOnFailure: true,
    ...(SEED !== undefined && { seed: Number(SEED) }),
    ...(RUN_PATH !== undefined && { path: RUN_PATH }),
  })
})
