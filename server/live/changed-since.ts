import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'
import { publicEvents } from './public-events.ts'

/** The uids of parties whose changes a stream reports: all changes of `own` parties, and only public changes of the parties in `about`. */
export interface WatchedParties {
  readonly own: readonly string[]
  readonly about: readonly string[]
}

/** Whether, in the last `seconds` by the database's clock, one of these parties had a change that a stream reports. */
export async function hasChanged(
  reader: Queryable,
  { own, about }: WatchedParties,
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select coalesce(max(newest.happened_at) > minbar_now() - make_interval(secs => ${seconds}), false) as changed
    from unnest(${[...own, ...about]}::uuid[]) as watched(uid), lateral (
      (select happened_at from audit where masjid_uid = watched.uid
        and (watched.uid = any(${own}::uuid[]) or event = any(${publicEvents.masjid}::text[])) order by id desc limit 1)
      union all
      (select happened_at from audit where khateeb_uid = watched.uid
        and (watched.uid = any(${own}::uuid[]) or event = any(${publicEvents.khateeb}::text[])) order by id desc limit 1)
    ) newest`.execute(reader)
  return rows[0]?.changed === true
}
