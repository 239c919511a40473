import { type Expression, type RawBuilder, sql } from 'kysely'
import type { WallClock } from '../../domain/khutbahs/wall-clock.ts'
import { databaseNow } from '../database/database.ts'

/** SQL for an instant as the API sends it: ISO 8601, UTC, with milliseconds. */
export function isoInstant<Instant extends Date | null>(
  instant: Expression<Instant>,
): RawBuilder<Instant extends Date ? string : Instant> {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/**
 * SQL for the instant of a date and time (a `timestamp`) on the wall clock of a time zone. For a time that occurs twice, this is the first
 * instant, as in `instantOf`. PostgreSQL alone returns the second one.
 */
export function instantOfWallClock(
  wallClock: RawBuilder<unknown>,
  timeZone: RawBuilder<string>,
): RawBuilder<Date> {
  const hour = sql`interval '1 hour'`
  return sql<Date>`least((${wallClock}) at time zone (${timeZone}), (${wallClock} - ${hour}) at time zone (${timeZone}) + ${hour})`
}

/** SQL columns for an instant on the wall clock of a time zone: `wallDate` (YYYY-MM-DD) and `wallTime` (HH:MM). */
export function wallClockColumns(instant: Expression<Date | null>, timeZone: Expression<string>) {
  return [
    sql<string>`to_char(${instant} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('wallDate'),
    sql<string>`to_char(${instant} at time zone ${timeZone}, 'HH24:MI')`.as('wallTime'),
  ] as const
}

/** SQL for an instant on the wall clock of a time zone, as a JSON value. */
export function wallClockJson(
  instant: Expression<Date | null>,
  timeZone: Expression<string>,
): RawBuilder<WallClock> {
  const part = (format: string) => sql`to_char(${instant} at time zone ${timeZone}, ${sql.lit(format)})`
  return sql`json_build_object('date', ${part('YYYY-MM-DD')}, 'time', ${part('HH24:MI')})`
}

/**
 * Returns the columns of `wallClockColumns`, and `daysAgo`: the number of calendar days since the instant, in the time zone, by the
 * database's clock.
 */
export function wallClockAndAgeColumns(instant: Expression<Date>, timeZone: Expression<string>) {
  const dateOf = (moment: Expression<Date>) => sql`(${moment} at time zone ${timeZone})::date`
  return [
    ...wallClockColumns(instant, timeZone),
    sql<number>`${dateOf(databaseNow)} - ${dateOf(instant)}`.as('daysAgo'),
  ] as const
}

/** SQL for an instant: now by the database's clock, plus `seconds`, which may be negative. */
export function secondsFromNow(seconds: number): RawBuilder<Date> {
  return sql<Date>`(minbar_now() + make_interval(secs => ${sql.lit(seconds)}))`
}

/** SQL for an instant as a sort key: microseconds since 1970. */
export function microsecondsOf(instant: Expression<Date>): RawBuilder<string> {
  return sql`(extract(epoch from ${instant}) * 1000000)::bigint`
}
