import { type RawBuilder, sql } from 'kysely'

/** The instant so many seconds from now, by the database's clock; before now where they are negative. */
export function secondsFromNow(seconds: number): RawBuilder<Date> {
  return sql<Date>`minbar_now() + make_interval(secs => ${sql.lit(seconds)})`
}
