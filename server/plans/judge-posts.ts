import type { Language } from '../../contract/availability-choices.ts'
import { maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import { type Plan, servicesOn } from '../../domain/khutbahs/plan.ts'
import type { SlotToPost } from '../../domain/khutbahs/slots-to-post.ts'
import { instantOf } from '../../domain/khutbahs/wall-clock.ts'
import type { Queryable } from '../database/database.ts'
import { countRemainingSlots } from '../khutbahs/remaining-slots.ts'
import {
  fridaysToPost,
  type PlannedStart,
  postedSlots,
  type StoredPlanPosting,
  type TakenTimes,
  takenTimes,
} from './planned-slots.ts'
import type { PlanningMasjid } from './stored-plan.ts'

/** The start of a service for which the plan has not posted a slot, with the language of the service. */
interface ServiceStart extends PlannedStart {
  readonly language: Language | null
}

/** The slots that a plan posts now. */
export interface JudgedPosts {
  readonly posts: readonly (ServiceStart & SlotToPost)[]
  /** The starts at which the masjid has a slot that is not the plan's. */
  readonly existing: readonly ServiceStart[]
  /**
   * The starts of services that get no slot, because they share the slot of another service (`droppedOf`), in this plan or in the plan
   * before the save.
   */
  readonly dropped: readonly ServiceStart[]
}

/** Determines the slots that an unchanged plan posts now. */
export async function judgePosts(
  reader: Queryable,
  masjid: PlanningMasjid,
  plan: Plan,
): Promise<JudgedPosts> {
  const posted = await postedSlots(reader, masjid)
  const taken = await takenTimes(reader, masjid, plan, posted, [])
  return postsOf(
    masjid,
    plan,
    { posted, droppedBefore: [] },
    taken,
    await countRemainingSlots(reader, masjid.uid),
  )
}

/**
 * Determines the slots that a plan posts. It posts each service once for each date, if the service is upcoming, and the date and the masjid
 * have room. Services that begin at the same time share one slot. If a member has removed or moved this slot, none of these services gets
 * another slot, even if the plan gives them different times now.
 * @param droppedBefore the result of `droppedOf` for the plan before the save
 * @param room how many more slots the masjid can have
 */
export function postsOf(
  masjid: PlanningMasjid,
  plan: Plan,
  {
    posted,
    droppedBefore,
  }: { readonly posted: readonly StoredPlanPosting[]; readonly droppedBefore: readonly ServiceStart[] },
  taken: TakenTimes,
  room: number,
): JudgedPosts {
  const keys = new Set(plan.services.map((it) => it.key))
  const dropped = droppedBefore.filter((it) => keys.has(it.key))
  const done = new Set([...posted, ...dropped].map((it) => `${it.date} ${it.key}`))
  const nowDropped = new Set(droppedOf(masjid, plan, posted).map((it) => `${it.date} ${it.key}`))
  const posts: (ServiceStart & SlotToPost)[] = []
  const existing: ServiceStart[] = []
  for (const [date, times] of taken) {
    for (const { key, time, language } of servicesOn(plan, masjid, date)) {
      const startsAt = instantOf(date, time, masjid.timeZone)
      if (done.has(`${date} ${key}`) || startsAt === null || !isUpcoming(startsAt, masjid.now)) continue
      const takenBy = times.get(time)
      const start = { date, key, time, language }
      if (takenBy === 'masjid') existing.push(start)
      if (takenBy !== undefined) continue
      if (nowDropped.has(`${date} ${key}`)) dropped.push(start)
      else if (times.size < maxSlotsPerDate && posts.length < room) {
        posts.push({ ...start, startsAt })
        times.set(time, 'plan')
      }
    }
  }
  return { posts, existing, dropped }
}

/**
 * Returns the services of a plan that get no slot, because they share the slot of another service, and a member has removed or moved this
 * slot.
 */
export function droppedOf(
  masjid: PlanningMasjid,
  plan: Plan,
  posted: readonly StoredPlanPosting[],
): readonly ServiceStart[] {
  const postings = new Map(posted.map((it) => [`${it.date} ${it.key}`, it]))
  return fridaysToPost(masjid, plan).flatMap((date) => {
    const services = servicesOn(plan, masjid, date)
    const postingOf = ({ key }: { readonly key: number }) => postings.get(`${date} ${key}`)
    const gone = services.filter((it) => isGone(postingOf(it))).map((it) => it.time)
    return services
      .filter((it) => postingOf(it) === undefined && gone.includes(it.time))
      .map((it) => ({ date, ...it }))
  })
}

/** Whether the slot of a posted service was removed or moved. */
const isGone = (posting: StoredPlanPosting | undefined) =>
  posting !== undefined && (posting.slot?.date !== posting.date || posting.slot.time !== posting.postedTime)
