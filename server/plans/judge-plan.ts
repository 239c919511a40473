import type { Language } from '../../contract/availability-choices.ts'
import { judgePostedSlot, type Plan, servicesOn } from '../../domain/khutbahs/plan.ts'
import type { Queryable } from '../database/database.ts'
import type { JudgedMove } from '../khutbahs/judge-moves.ts'
import { countRemainingSlots } from '../khutbahs/remaining-slots.ts'
import { confirmedKhateebsOf } from '../letters/khateebs-of-slots.ts'
import { droppedOf, type JudgedPosts, postsOf } from './judge-posts.ts'
import { movesOfServices } from './moves-of-services.ts'
import {
  type PlanSlot,
  type PlanSlotToMove,
  postedSlots,
  type StoredPlanPosting,
  takenTimes,
} from './planned-slots.ts'
import type { PlanningMasjid } from './stored-plan.ts'

/** The consequences of saving a plan. */
export interface JudgedPlan extends JudgedPosts {
  readonly moves: readonly (PlanSlotToMove & { readonly judged: JudgedMove })[]
  readonly staysAnyway: readonly PlanSlotToMove[]
  readonly removes: readonly PlanSlot[]
  readonly keeps: readonly PlanSlot[]
  /**
   * Slots that get a new language, because their service has a new language. `khateeb` is the name of the confirmed khateeb; null if there
   * is none.
   */
  readonly describes: readonly (PlanSlot & {
    readonly language: Language | null
    readonly khateeb: string | null
  })[]
  readonly posted: readonly StoredPlanPosting[]
}

/**
 * Determines how saving a plan changes the slots that the masjid's plan has posted, and which slots it posts. A caller without locks gets a
 * preview.
 * @param saved the masjid's plan before the save; null if there is none
 */
export async function judgePlan(
  reader: Queryable,
  masjid: PlanningMasjid,
  plan: Plan,
  saved: Plan | null,
): Promise<JudgedPlan> {
  const posted = await postedSlots(reader, masjid)
  const timeOf = createTimeFinder(plan, masjid)
  const judged = posted.flatMap((it) => {
    if (it.slotId === null) return []
    const toTime = timeOf(it)
    const { key, date, postedTime: time, slotId, postedLanguage, slot } = it
    const hasPeople = slot?.hasPeople === true
    return [
      { key, date, time, slotId, postedLanguage, toTime, hasPeople, verdict: judgePostedSlot(it, toTime) },
    ]
  })
  const verdictIs = (verdict: (typeof judged)[number]['verdict']) =>
    judged.filter((it) => it.verdict === verdict)
  const wanted = verdictIs('move').flatMap((it) => (it.toTime === null ? [] : [{ ...it, toTime: it.toTime }]))
  const unplanned = verdictIs('remove')
  const staying = verdictIs('stays')
  const { moves, needless } = await movesOfServices(reader, masjid, wanted, { removes: unplanned, staying })
  const moving = new Set(moves.map((it) => it.slotId))
  const removed = new Set([...unplanned, ...needless].map((it) => it.slotId))
  const removes = judged.filter((it) => removed.has(it.slotId))
  const taken = await takenTimes(reader, masjid, plan, posted, [...removes, ...moves])
  for (const { date, toTime } of moves) taken.get(date)?.set(toTime, 'plan')
  return {
    moves,
    staysAnyway: wanted.filter((it) => !moving.has(it.slotId) && !removed.has(it.slotId)),
    removes,
    keeps: verdictIs('keep'),
    describes: await withKhateebs(
      reader,
      judged.flatMap(({ verdict, postedLanguage, ...own }) => {
        const { language = null } = plan.services.find(({ key }) => key === own.key) ?? {}
        const isOwn = (verdict === 'stays' || verdict === 'move') && !removed.has(own.slotId)
        return isOwn && language !== postedLanguage ? [{ ...own, language }] : []
      }),
    ),
    posted,
    ...postsOf(
      masjid,
      plan,
      { posted, droppedBefore: saved === null ? [] : droppedOf(masjid, saved, posted) },
      taken,
      removes.length + (await countRemainingSlots(reader, masjid.uid)),
    ),
  }
}

/** Adds the name of the confirmed khateeb to each slot; null if there is none. */
async function withKhateebs<Slot extends PlanSlot>(reader: Queryable, slots: readonly Slot[]) {
  const confirmed = await confirmedKhateebsOf(
    reader,
    slots.map(({ slotId }) => slotId),
  )
  const names = new Map(confirmed.map(({ slotId, name }) => [slotId, name]))
  return slots.map((it) => ({ ...it, khateeb: names.get(it.slotId) ?? null }))
}

/** Returns a function that finds the time of a service on a date; null if the plan does not have this service on that date. */
function createTimeFinder(plan: Plan, masjid: PlanningMasjid) {
  const byDate = new Map<string, ReturnType<typeof servicesOn>>()
  return ({ date, key }: { readonly date: string; readonly key: number }): string | null => {
    const services = byDate.get(date) ?? servicesOn(plan, masjid, date)
    byDate.set(date, services)
    return services.find((it) => it.key === key)?.time ?? null
  }
}
