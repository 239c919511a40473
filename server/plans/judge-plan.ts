import { sql } from 'kysely'
import type { Language } from '../../contract/availability-choices.ts'
import { maxSlotsPerDate } from '../../contract/khutbahs.ts'
import { isUpcoming } from '../../domain/khutbahs/is-upcoming.ts'
import {
  fridaysFrom,
  isUntouched,
  judgePostedSlot,
  type Plan,
  type PlanPosting,
  servicesOn,
} from '../../domain/khutbahs/plan.ts'
import type { SlotToPost } from '../../domain/khutbahs/slots-to-post.ts'
import { dateIn, instantOf, type WallClock } from '../../domain/khutbahs/wall-clock.ts'
import { databaseNow, type Queryable } from '../database/database.ts'
import type { JudgedMove } from '../khutbahs/judge-moves.ts'
import { countRemainingSlots } from '../khutbahs/remaining-slots.ts'
import { confirmedKhateebsOf } from '../letters/khateebs-of-slots.ts'
import { hasKhateeb } from '../sql-fragments/has-khateeb.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'
import { isPendingInvitation } from '../sql-fragments/pending-invitations.ts'
import { movesOfServices } from './moves-of-services.ts'
import type { PlanningMasjid } from './stored-plan.ts'

/** A service of a masjid's weekly plan on a date, with its time on this date. */
interface PlannedStart extends WallClock {
  readonly key: number
}

/** The start of a service for which the plan has not posted a slot, with the language of the service. */
interface ServiceStart extends PlannedStart {
  readonly language: Language | null
}

type StoredPlanPosting = PlanPosting & {
  readonly key: number
  readonly slotId: string | null
  /** Whether a member has removed the slot that the plan posted. */
  readonly isRemoved: boolean
}

/** A slot that the plan has posted and that no member has changed since. */
export interface PlanSlot extends PlannedStart {
  readonly slotId: string
}

export interface PlanSlotToMove extends PlanSlot {
  readonly toTime: string
}

/** The slots that a plan posts now. */
interface JudgedPosts {
  readonly posts: readonly (ServiceStart & SlotToPost)[]
  /** The starts at which the masjid has a slot that is not the plan's. */
  readonly existing: readonly ServiceStart[]
  /**
   * The starts of services that get no slot, because they share the slot of another service (`droppedOf`), in this plan or in the plan
   * before the save.
   */
  readonly dropped: readonly ServiceStart[]
}

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

/** Returns the ids of the slots that the masjid's plan may change. */
export async function idsOfPlannedSlots(
  reader: Queryable,
  masjid: PlanningMasjid,
): Promise<readonly string[]> {
  const posted = await postedSlots(reader, masjid)
  return posted.flatMap(({ slotId }) => slotId ?? [])
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

/** Returns the Fridays from today on for which a plan posts slots. */
export function fridaysToPost({ timeZone, now }: PlanningMasjid, { weeksAhead }: Plan): readonly string[] {
  return fridaysFrom(dateIn(timeZone, now), weeksAhead)
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

/**
 * Returns the services that the masjid's plan has handled on dates from today on (`PlanPosting`). `slotId` is null if the slot was removed,
 * or if the plan posted none.
 */
async function postedSlots(
  reader: Queryable,
  { uid, timeZone, now }: PlanningMasjid,
): Promise<readonly StoredPlanPosting[]> {
  const rows = await reader
    .selectFrom('planned_slots as p')
    .leftJoin('slots as s', (join) => join.onRef('s.id', '=', 'p.slot_id').on('s.removed_at', 'is', null))
    .where('p.masjid_uid', '=', uid)
    .where('p.date', '>=', dateIn(timeZone, now))
    .orderBy('p.date')
    .orderBy('p.service_key')
    .select([
      'p.date',
      'p.service_key as key',
      slotTime('p').as('postedTime'),
      'p.language as postedLanguage',
      's.id as slotId',
      's.date as slotDate',
      's.language',
      's.note',
    ])
    .select([
      sql<string | null>`to_char(s.time, 'HH24:MI')`.as('slotTime'),
      sql<boolean>`p.slot_id is not null and s.id is null`.as('isRemoved'),
      sql<boolean>`s.starts_at < ${databaseNow}`.as('hasBegun'),
      sql<boolean>`(
        ${hasKhateeb('s')}
        or exists (select from proposals q where q.slot_id = s.id and q.state = 'pending')
        or exists (select from invitations i where i.slot_id = s.id and ${isPendingInvitation('i')}))`.as(
        'hasPeople',
      ),
    ])
    .execute()
  return rows.map(({ slotDate, slotTime: time, language, note, hasBegun, hasPeople, ...row }) => ({
    ...row,
    slot:
      slotDate === null || time === null
        ? null
        : { date: slotDate, time, language, note: note ?? '', hasBegun, hasPeople },
  }))
}

/** For each date, the times with a slot, and whether the plan or the masjid has posted it. */
type TakenTimes = ReadonlyMap<string, Map<string, 'plan' | 'masjid'>>

/** Returns the times with a slot on each Friday that the plan posts, without the slots in `leaving`. */
async function takenTimes(
  reader: Queryable,
  masjid: PlanningMasjid,
  plan: Plan,
  posted: readonly StoredPlanPosting[],
  leaving: readonly PlanSlot[],
): Promise<TakenTimes> {
  const fridays = fridaysToPost(masjid, plan)
  const gone = new Set(leaving.map((it) => it.slotId))
  const own = new Set(posted.filter(isUntouched).map((it) => it.slotId))
  const slots = await reader
    .selectFrom('slots as s')
    .where('s.masjid_uid', '=', masjid.uid)
    .where('s.date', 'in', [...fridays])
    .where('s.removed_at', 'is', null)
    .select(['s.id', 's.date', slotTime('s').as('time')])
    .execute()
  const taken: TakenTimes = new Map(fridays.map((date) => [date, new Map()]))
  for (const { id, date, time } of slots)
    if (!gone.has(id)) taken.get(date)?.set(time, own.has(id) ? 'plan' : 'masjid')
  return taken
}

/**
 * Returns the services of a plan that get no slot, because they share the slot of another service, and a member has removed or moved this
 * slot.
 */
function droppedOf(
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

/**
 * Determines the slots that a plan posts. It posts each service once for each date, if the service is upcoming, and the date and the masjid
 * have room. Services that begin at the same time share one slot. If a member has removed or moved this slot, none of these services gets
 * another slot, even if the plan gives them different times now.
 * @param droppedBefore the result of `droppedOf` for the plan before the save
 * @param room how many more slots the masjid can have
 */
function postsOf(
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
