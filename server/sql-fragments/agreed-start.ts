import { type Expression, type RawBuilder, sql } from 'kysely'
import type { WallClock } from '../../domain/khutbahs/wall-clock.ts'
import { isoInstant, wallClockJson } from './instants.ts'

/**
 * SQL for the start that a khateeb agreed to, as JSON; null if the slot still has this start.
 * @param assignment table alias of the assignment's row
 * @param timeZone the masjid's time zone
 */
export function agreedStart(assignment: string, timeZone: Expression<string>): RawBuilder<WallClock | null> {
  const start = sql.ref<Date>(`${assignment}.agreed_starts_at`)
  return sql`case when ${start} is not null then ${wallClockJson(start, timeZone)} end`
}

/** Like `agreedStart`, with the instant, so that the page can name the time zone. */
export function agreedStartWithInstant(
  assignment: string,
  timeZone: Expression<string>,
): RawBuilder<(WallClock & { readonly startsAt: string }) | null> {
  const instant = isoInstant(sql.ref<Date>(`${assignment}.agreed_starts_at`))
  return sql`(${agreedStart(assignment, timeZone)})::jsonb || jsonb_build_object('startsAt', ${instant})`
}
