import { type RawBuilder, sql } from 'kysely'

/** The instant `seconds` from now by the database's clock; in the past if negative. */
export function secondsFromNow(seconds: number): RawBuilder<Date> {
  return sql<Date>`minbar_now() + make_interval(secs => ${sql.lit(seconds)})`
}
