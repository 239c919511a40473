import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { previewPlan as endpoint, getPlan as getPlanEndpoint } from '../../contract/plans.ts'
import { fridaysFrom, isUntouched, type Plan, servicesOn } from '../../domain/khutbahs/plan.ts'
import { dateIn, type WallClock } from '../../domain/khutbahs/wall-clock.ts'
import type { Queryable } from '../database/database.ts'
import type { SignedInContext } from '../http/route.ts'
import { consequencesOfMoves } from '../khutbahs/consequences-of-move.ts'
import { fridaysToPost, type JudgedPlan, judgePlan, type PlanSlot } from './judge-plan.ts'
import { planOf, refuseUnseenPlan } from './save-plan.ts'
import { type PlanningMasjid, planningMasjid, storedPlan, suggestedPlan } from './stored-plan.ts'

type Preview = OutputOf<typeof endpoint>
type State = Preview['fridays'][number]['services'][number]['state']

/** A quarter of a year. */
const previewedFridayCount = 13

/** Returns the consequences of saving a plan now, or refuses it as the save would be. Takes no locks. */
export async function previewPlan(
  { caller, database: { reader } }: SignedInContext,
  sent: InputOf<typeof endpoint>,
): Promise<Preview> {
  const masjid = await planningMasjid(reader, caller.uid).executeTakeFirstOrThrow()
  if (sent.seenPlan !== undefined) refuseUnseenPlan(sent, await storedPlan(reader, caller.uid), masjid)
  return previewOf(reader, masjid, planOf(sent, masjid))
}

/** Returns the masjid's plan with its preview. If the masjid has no plan, returns a suggested one. */
export async function getPlan({
  caller,
  database: { reader },
}: SignedInContext): Promise<OutputOf<typeof getPlanEndpoint>> {
  const masjid = await planningMasjid(reader, caller.uid).executeTakeFirstOrThrow()
  const saved = await storedPlan(reader, caller.uid)
  const today = dateIn(masjid.timeZone, masjid.now)
  const { closures, ...rest } = saved ?? (await suggestedPlan(reader, caller.uid))
  const plan = { ...rest, closures: closures.filter((date) => date >= today) }
  return { plan, isSaved: saved !== null, today, preview: await previewOf(reader, masjid, plan) }
}

async function previewOf(reader: Queryable, masjid: PlanningMasjid, plan: Plan): Promise<Preview> {
  const judged = await judgePlan(reader, masjid, plan)
  return { ...consequencesOf(judged), fridays: fridaysOf(masjid, plan, judged) }
}

const startOf = ({ date, time }: WallClock) => ({ date, time })
const slotOf = ({ slotId, date, time }: PlanSlot) => ({ slotId, date, time })

/** Converts the consequences of saving a plan into the response. */
function consequencesOf(judged: JudgedPlan): Omit<Preview, 'fridays'> {
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

function fridaysOf(masjid: PlanningMasjid, plan: Plan, judged: JudgedPlan): Preview['fridays'] {
  const due = new Set(fridaysToPost(masjid, plan))
  const stateOf = createStateFinder(judged)
  return fridaysFrom(dateIn(masjid.timeZone, masjid.now), previewedFridayCount).map((date) => ({
    date,
    services: servicesOn(plan, masjid, date).map(({ key, time }) => ({
      key,
      time,
      state: stateOf(date, key) ?? (due.has(date) ? 'not_posted' : 'later'),
    })),
  }))
}

/**
 * Returns a function that finds the state of a service on a date. Undefined if the service has no slot then, and saving the plan posts
 * none.
 */
function createStateFinder(judged: JudgedPlan) {
  const states = new Map<string, State>()
  const set = (starts: readonly { readonly date: string; readonly key: number }[], state: State) => {
    for (const { date, key } of starts) states.set(`${date} ${key}`, state)
  }
  set(judged.posted, 'by_hand')
  set(judged.posted.filter(isUntouched), 'posted')
  set(judged.existing, 'by_hand')
  set(judged.posts, 'posts')
  set(judged.moves, 'moves')
  set(judged.staysAnyway, 'stays_anyway')
  return (date: string, key: number) => states.get(`${date} ${key}`)
}
