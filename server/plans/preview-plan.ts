import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { previewPlan as endpoint, getPlan as getPlanEndpoint } from '../../contract/plans.ts'
import { fridaysFrom, isUntouched, type Plan, servicesOn } from '../../domain/khutbahs/plan.ts'
import { dateIn, type WallClock } from '../../domain/khutbahs/wall-clock.ts'
import type { Queryable } from '../database/database.ts'
import type { SignedInContext } from '../http/route.ts'
import { consequencesOfMoves } from '../khutbahs/consequences-of-move.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'
import { type JudgedPlan, judgePlan } from './judge-plan.ts'
import { fridaysToPost, type PlanSlot } from './planned-slots.ts'
import { planOf, refuseUnseenPlan } from './save-plan.ts'
import { type PlanningMasjid, planningMasjid, storedPlan, suggestedPlan } from './stored-plan.ts'

type Preview = OutputOf<typeof endpoint>
type State = Preview['fridays'][number]['times'][number]['state']

/** The number of Fridays in a quarter of a year. */
const previewedFridayCount = 13

/** Returns the consequences of saving a plan now. Fails if a save would fail because of `seenPlan`. Takes no locks. */
export async function previewPlan(
  { caller, database: { db } }: SignedInContext,
  sent: InputOf<typeof endpoint>,
): Promise<Preview> {
  const masjid = await planningMasjid(db, caller.uid).executeTakeFirstOrThrow()
  const saved = await storedPlan(db, caller.uid)
  refuseUnseenPlan(sent, saved, masjid)
  return previewOf(db, masjid, { plan: planOf(sent, masjid), saved })
}

/** Returns the masjid's plan with its preview. If the masjid has no plan, returns a suggested one. */
export async function getPlan({
  caller,
  database: { db },
}: SignedInContext): Promise<OutputOf<typeof getPlanEndpoint>> {
  const masjid = await planningMasjid(db, caller.uid).executeTakeFirstOrThrow()
  const saved = await storedPlan(db, caller.uid)
  const today = dateIn(masjid.timeZone, masjid.now)
  const { closures, ...rest } = saved ?? (await suggestedPlan(db, caller.uid))
  const plan = { ...rest, closures: closures.filter((date) => date >= today) }
  return { plan, isSaved: saved !== null, today, preview: await previewOf(db, masjid, { plan, saved }) }
}

async function previewOf(
  reader: Queryable,
  masjid: PlanningMasjid,
  plans: { readonly plan: Plan; readonly saved: Plan | null },
): Promise<Preview> {
  const { plan, saved } = plans
  const judged = await judgePlan(reader, masjid, plan, saved)
  const slots = await fridaySlots(reader, masjid)
  return {
    ...consequencesOf(judged),
    leaves: leavesOf(masjid, plans, judged, slots),
    nextTimes: nextTimesOf(masjid, plan),
    fridays: fridaysOf(masjid, plan, judged, slots),
  }
}

const startOf = ({ date, time }: WallClock) => ({ date, time })
const slotOf = ({ slotId, date, time }: PlanSlot) => ({ slotId, date, time })

/** Converts the consequences of saving a plan into the response. */
function consequencesOf(judged: JudgedPlan): Omit<Preview, 'leaves' | 'nextTimes' | 'fridays'> {
  const { closes } = consequencesOfMoves(judged.moves.map((it) => it.judged))
  return {
    posts: judged.posts.map(startOf),
    moves: judged.moves.map((it) => ({
      ...slotOf(it),
      toTime: it.toTime,
      asksAgain: it.judged.asksAgain ? (it.judged.confirmed?.khateebName ?? null) : null,
    })),
    staysAnyway: judged.staysAnyway.map((it) => ({ ...slotOf(it), toTime: it.toTime })),
    removes: judged.removes.map(slotOf),
    keeps: judged.keeps.map(slotOf),
    describes: judged.describes.map((it) => ({ ...slotOf(it), tells: it.khateeb })),
    closes: closes.invites + closes.requests,
  }
}

/**
 * Returns the masjid's times on each of the next Fridays after the plan is saved: the slots that stay, move or are posted, and the
 * services without a slot.
 */
function fridaysOf(
  masjid: PlanningMasjid,
  plan: Plan,
  judged: JudgedPlan,
  slots: readonly FridaySlot[],
): Preview['fridays'] {
  const due = new Set(fridaysToPost(masjid, plan))
  const remaining = createRemainingSlotFinder(judged)
  const withoutSlot = createServiceStateFinder(judged)
  return fridaysFrom(dateIn(masjid.timeZone, masjid.now), previewedFridayCount).map((date) => {
    const states = new Map<string, State>()
    for (const slot of slots) {
      const found = slot.date === date ? remaining(slot) : null
      if (found !== null) states.set(found.time, found.state)
    }
    for (const { key, time } of servicesOn(plan, masjid, date)) {
      const state = withoutSlot(date, key)
      if (state === null || states.has(time)) continue
      states.set(time, state ?? (due.has(date) ? 'not_posted' : 'later'))
    }
    const times = [...states].map(([time, state]) => ({ time, state }))
    return { date, times: times.toSorted((a, b) => a.time.localeCompare(b.time)) }
  })
}

const idsOf = (slots: readonly PlanSlot[]) => new Set(slots.map((it) => it.slotId))

/** Returns a function that finds the time and the state of a slot after the plan is saved; null if saving the plan removes the slot. */
function createRemainingSlotFinder(judged: JudgedPlan) {
  const untouched = new Set(judged.posted.filter(isUntouched).map((it) => it.slotId))
  const [removes, keeps, stuck] = [judged.removes, judged.keeps, judged.staysAnyway].map(idsOf)
  const newTimes = new Map(judged.moves.map((it) => [it.slotId, it.toTime]))
  return ({ slotId, time }: FridaySlot): { time: string; state: State } | null => {
    if (removes?.has(slotId)) return null
    const toTime = newTimes.get(slotId)
    if (toTime !== undefined) return { time: toTime, state: 'moves' }
    if (keeps?.has(slotId)) return { time, state: 'keeps' }
    if (stuck?.has(slotId)) return { time, state: 'stays_anyway' }
    return { time, state: untouched.has(slotId) ? 'posted' : 'by_hand' }
  }
}

/**
 * Returns a function that finds the state of a service on a date:
 * - null if the service has a slot on that date, or if a member has removed or moved the slot that it would share with another service
 * - undefined if the plan has not posted the service, and saving the plan does not post it
 */
function createServiceStateFinder({ posted, posts, dropped }: JudgedPlan) {
  const states = new Map<string, State | null>()
  for (const { date, key, isRemoved, slot } of posted) {
    const withoutSlot = isRemoved ? 'canceled' : 'not_posted'
    const withSlot = slot?.date === date ? null : 'moved_away'
    states.set(`${date} ${key}`, slot === null ? withoutSlot : withSlot)
  }
  for (const { date, key } of posts) states.set(`${date} ${key}`, 'posts')
  for (const { date, key } of dropped) states.set(`${date} ${key}`, null)
  return (date: string, key: number) => states.get(`${date} ${key}`)
}

/** For each service that takes place on one of the next Fridays: returns its time on the first of these Fridays. */
function nextTimesOf(masjid: PlanningMasjid, plan: Plan): Preview['nextTimes'] {
  const times = new Map<number, string>()
  for (const date of fridaysFrom(dateIn(masjid.timeZone, masjid.now), previewedFridayCount))
    for (const { key, time } of servicesOn(plan, masjid, date)) if (!times.has(key)) times.set(key, time)
  return [...times].map(([key, time]) => ({ key, time }))
}

/** Returns the slots that the plan leaves unchanged, on Fridays whose services differ from those of the saved plan. */
function leavesOf(
  masjid: PlanningMasjid,
  { plan, saved }: { readonly plan: Plan; readonly saved: Plan | null },
  judged: JudgedPlan,
  slots: readonly FridaySlot[],
): Preview['leaves'] {
  const own = new Set(judged.posted.filter(isUntouched).map((it) => it.slotId))
  return slots.filter(({ slotId, date, time }) => {
    if (own.has(slotId)) return false
    const services = servicesOn(plan, masjid, date)
    const before = saved === null ? [] : servicesOn(saved, masjid, date)
    return JSON.stringify(services) !== JSON.stringify(before) && services.every((it) => it.time !== time)
  })
}

interface FridaySlot {
  readonly slotId: string
  readonly date: string
  readonly time: string
}

/** Returns the masjid's slots on Fridays from today on, earliest first. */
async function fridaySlots(
  reader: Queryable,
  { uid, timeZone, now }: PlanningMasjid,
): Promise<readonly FridaySlot[]> {
  return await reader
    .selectFrom('slots as s')
    .where('s.masjid_uid', '=', uid)
    .where('s.date', '>=', dateIn(timeZone, now))
    .where(sql<boolean>`extract(isodow from s.date) = 5`)
    .where('s.removed_at', 'is', null)
    .orderBy('s.starts_at')
    .select(['s.id as slotId', 's.date', slotTime('s').as('time')])
    .execute()
}
