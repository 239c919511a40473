import { sql } from 'kysely'
import { fridaysFrom, isUntouched, type Plan, type PlanPosting } from '../../domain/khutbahs/plan.ts'
import { dateIn, type WallClock } from '../../domain/khutbahs/wall-clock.ts'
import { databaseNow, type Queryable } from '../database/database.ts'
import { hasKhateeb } from '../sql-fragments/has-khateeb.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'
import { isPendingInvitation } from '../sql-fragments/pending-invitations.ts'
import type { PlanningMasjid } from './stored-plan.ts'

/** A service of a masjid's weekly plan on a date, with its time on this date. */
export interface PlannedStart extends WallClock {
  readonly key: number
}

export type StoredPlanPosting = PlanPosting & {
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

/** Returns the Fridays from today on for which a plan posts slots. */
export function fridaysToPost({ timeZone, now }: PlanningMasjid, { weeksAhead }: Plan): readonly string[] {
  return fridaysFrom(dateIn(timeZone, now), weeksAhead)
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
 * Returns the services that the masjid's plan has handled on dates from today on (`PlanPosting`). `slotId` is null if the slot was removed,
 * or if the plan posted none.
 */
export async function postedSlots(
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
export type TakenTimes = ReadonlyMap<string, Map<string, 'plan' | 'masjid'>>

/** Returns the times with a slot on each Friday that the plan posts, without the slots in `leaving`. */
export async function takenTimes(
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
