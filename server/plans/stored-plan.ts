import { sql } from 'kysely'
import type { Language } from '../../contract/availability-choices.ts'
import { maxServices } from '../../contract/plan-choices.ts'
import type { Place } from '../../domain/khutbahs/plan.ts'
import { databaseNow, type Queryable } from '../database/database.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'

/** A masjid's place, and the current time. */
export interface PlanningMasjid extends Place {
  readonly uid: string
  readonly now: Date
}

/** Builds a query for a masjid's place and the current time. */
export function planningMasjid(reader: Queryable, uid: string) {
  return reader
    .selectFrom('masjids')
    .where('uid', '=', uid)
    .select(['uid', 'latitude', 'longitude', 'time_zone as timeZone', databaseNow.as('now')])
}

/** Returns the masjid's plan; null if there is none. */
export async function storedPlan(reader: Queryable, masjidUid: string) {
  const plan = await reader
    .selectFrom('plans')
    .where('masjid_uid', '=', masjidUid)
    .select(['services', sql<string[]>`to_jsonb(closures)`.as('closures'), 'weeks_ahead as weeksAhead'])
    .executeTakeFirst()
  return plan ?? null
}

/**
 * Suggests a plan for a masjid that has none. Its services have the times of the masjid's last posted Friday, or 13:30 if the masjid has
 * posted no Friday. The plan posts 13 weeks ahead.
 */
export async function suggestedPlan(reader: Queryable, masjidUid: string) {
  const { rows } = await sql<{ time: string; language: Language | null }>`
    select ${slotTime('s')} as time, s.language from slots s
    where s.masjid_uid = ${masjidUid} and s.removed_at is null and s.date = (
      select max(date) from slots
      where masjid_uid = ${masjidUid} and removed_at is null and extract(isodow from date) = 5)
    order by s.time limit ${maxServices}`.execute(reader)
  const posted = rows.length === 0 ? [{ time: '13:30', language: null }] : rows
  const services = posted.map(({ time, language }, index) => ({
    key: index + 1,
    time,
    minutesAfterDhuhr: null,
    season: null,
    language,
  }))
  return { services, closures: [], weeksAhead: 13 }
}
