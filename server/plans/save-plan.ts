import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import type { savePlan as saveCall, stopPlan as stopCall } from '../../contract/plans.ts'
import type { Plan } from '../../domain/khutbahs/plan.ts'
import { lastPostableDate } from '../../domain/khutbahs/slots-to-post.ts'
import { dateIn } from '../../domain/khutbahs/wall-clock.ts'
import { type PartyActor, recordAudit } from '../audit/record-audit.ts'
import type { Tx } from '../database/database.ts'
import { Failure, invalidField, partyLostFailure } from '../http/failure.ts'
import { describeLockedSlots } from '../khutbahs/describe-slots.ts'
import { lockForMove } from '../khutbahs/lock-for-move.ts'
import { makeJudgedMoves } from '../khutbahs/move-slots.ts'
import { removeSlots } from '../khutbahs/remove-slots.ts'
import { type AddressedNews, queueNews } from '../news/queue-news.ts'
import { type JudgedPlan, judgePlan } from './judge-plan.ts'
import { idsOfPlannedSlots } from './planned-slots.ts'
import { postPlannedSlots } from './post-planned.ts'
import { type PlanningMasjid, planningMasjid, storedPlan } from './stored-plan.ts'

type SentPlan = Omit<InputOf<typeof saveCall>, 'masjidUid'>

/**
 * Saves a masjid's plan. Moves, describes and removes slots that the plan posted and no member has changed since. Posts the due Fridays.
 */
export async function savePlan(tx: Tx, sent: SentPlan, by: PartyActor): Promise<OutputOf<typeof saveCall>> {
  const masjid = await lockMasjid(tx, by.uid)
  const plan = planOf(sent, masjid)
  const before = await storedPlan(tx, by.uid)
  refuseUnseenPlan(sent, before, masjid)
  await lockForMove(tx, by.uid, await idsOfPlannedSlots(tx, masjid))
  const judged = await judgePlan(tx, masjid, plan, before)
  await writePlan(tx, by.uid, plan)
  await removePlannedSlots(tx, plan, judged, by)
  await movePlannedSlots(tx, judged, by, await describePlannedSlots(tx, judged, by))
  await postPlannedSlots(tx, masjid, plan, judged, by)
  const [posted, moved, removed] = [judged.posts.length, judged.moves.length, judged.removes.length]
  const changed = !isDeepStrictEqual(before, plan) || posted + moved + removed + judged.describes.length > 0
  if (changed) await recordAudit(tx, by, [{ event: 'plan_saved', masjidUid: by.uid }])
  return { changed, posted, moved, removed }
}

/** Ends a masjid's plan. The posted slots stay. */
export async function stopPlan(tx: Tx, by: PartyActor): Promise<OutputOf<typeof stopCall>> {
  await lockMasjid(tx, by.uid)
  const { numDeletedRows } = await tx
    .deleteFrom('plans')
    .where('masjid_uid', '=', by.uid)
    .executeTakeFirstOrThrow()
  const changed = numDeletedRows > 0n
  if (changed) await recordAudit(tx, by, [{ event: 'plan_stopped', masjidUid: by.uid }])
  return { changed }
}

/** Throws if the masjid's current plan is not the one that the caller has seen. Does nothing without `seenPlan`. */
export function refuseUnseenPlan(
  { seenPlan, ...sent }: SentPlan,
  stored: Plan | null,
  masjid: PlanningMasjid,
): void {
  if (seenPlan === undefined) return
  const current = stored && planOf(stored, masjid)
  const seen = seenPlan && planOf(seenPlan, masjid)
  if (current === null && seen !== null) throw new Failure('plan_stopped')
  // If the stored plan already equals the sent one, saving it overwrites no change of another member.
  if (!isDeepStrictEqual(current, seen) && !isDeepStrictEqual(current, planOf(sent, masjid)))
    throw new Failure('plan_changed')
}

/** Locks the masjid. So its postings, moves and changes of the plan run one after the other, and its time zone cannot change. */
function lockMasjid(tx: Tx, uid: string): Promise<PlanningMasjid> {
  return planningMasjid(tx, uid).forNoKeyUpdate().executeTakeFirstOrThrow(partyLostFailure)
}

/** Returns the plan as it is stored: without past closures. */
export function planOf({ services, closures, weeksAhead }: Plan, { timeZone, now }: PlanningMasjid): Plan {
  const today = dateIn(timeZone, now)
  const dates = [...new Set(closures)].filter((date) => date >= today).toSorted()
  if (dates.some((date) => date > lastPostableDate(today))) throw invalidField('closures', 'date_too_far')
  return {
    services,
    closures: dates,
    weeksAhead,
  }
}

async function writePlan(tx: Tx, masjidUid: string, { services, closures, weeksAhead }: Plan): Promise<void> {
  const set = { services: JSON.stringify(services), closures: [...closures], weeks_ahead: weeksAhead }
  await tx
    .insertInto('plans')
    // An old date, which `postPlannedSlots` replaces with the actual date.
    .values({ masjid_uid: masjidUid, ...set, posted_through: '2000-01-07' })
    .onConflict((same) => same.column('masjid_uid').doUpdateSet(set))
    .execute()
}

/**
 * Removes the slots whose service no longer takes place, or now shares the slot of another service. If the plan no longer has the service
 * at all, the remaining slots of the service then belong to the masjid, not to the plan.
 */
async function removePlannedSlots(
  tx: Tx,
  plan: Plan,
  { removes }: JudgedPlan,
  by: PartyActor,
): Promise<void> {
  const ids = removes.map((it) => it.slotId)
  await queueNews(tx, await removeSlots(tx, by, ids, 'slot_removed'))
  const keys = plan.services.map((it) => it.key)
  await tx
    .deleteFrom('planned_slots')
    .where('masjid_uid', '=', by.uid)
    .where(sql<boolean>`(slot_id = any(${ids}::uuid[]) or service_key <> all(${keys}::int[]))`)
    .execute()
}

/** Changes the language of slots to the new language of their service. Returns the news for the confirmed khateebs. */
async function describePlannedSlots(
  tx: Tx,
  { describes }: JudgedPlan,
  by: PartyActor,
): Promise<readonly AddressedNews[]> {
  const news: AddressedNews[] = []
  for (const language of new Set(describes.map((it) => it.language))) {
    const ids = describes.filter((it) => it.language === language).map((it) => it.slotId)
    news.push(...((await describeLockedSlots(tx, ids, { language }, by)) ?? []))
    await tx
      .updateTable('planned_slots')
      .set({ language })
      .where(sql<boolean>`slot_id = any(${ids}::uuid[])`)
      .execute()
  }
  return news
}

/**
 * Moves slots to the new times of their services. Does not judge the moves again: a slot that has begun since would make the save fail.
 * @param alongside other news of the same save, which is sent in the same letters
 */
async function movePlannedSlots(
  tx: Tx,
  { moves }: JudgedPlan,
  by: PartyActor,
  alongside: readonly AddressedNews[],
): Promise<void> {
  await makeJudgedMoves(
    tx,
    by,
    moves.map(({ judged }) => judged),
    alongside,
  )
  await sql`
    update planned_slots set time = slots.time from slots
    where slots.id = planned_slots.slot_id and slots.id = any(${moves.map((it) => it.slotId)}::uuid[])`.execute(
    tx,
  )
}
