import { sql } from 'kysely'
import type { Queryable } from './database/database.ts'
import type { StoredMetrics } from './http/metrics.ts'
import { isHeldSinceRestore, isUnsent } from './letters/letter-predicates.ts'

/** Reads the metrics that come from the database. The database's clock measures the ages. */
export function readStoredMetrics(reader: Queryable): Promise<StoredMetrics> {
  const oldest = sql`min(l.created_at) filter (where not l.held)`
  return reader
    .selectFrom('letters as l')
    .where(isUnsent('l'))
    .select([
      sql<number>`count(*)::int`.as('waiting'),
      sql<number>`coalesce(extract(epoch from minbar_now() - ${oldest}), 0)::float`.as('oldest'),
      sql<number>`greatest(extract(epoch from minbar_now() - min(l.next_attempt_at)), 0)::float`.as(
        'overdue',
      ),
      sql<number>`(count(*) filter (where ${isHeldSinceRestore('l')}))::int`.as('lettersHeld'),
      sql<number>`(
        select count(*)::int from letters
        where (sent_at is not null or failed_at is not null or overtaken_at is not null)
          and coalesce(sent_at, failed_at, overtaken_at) > minbar_now() - interval '24 hours'
          and failed_at is not null)`.as('failed'),
      sql<number>`coalesce((
        select extract(epoch from last_backup_at) from upkeep
        -- A time in the future comes from a wrong clock, and would silence the alert until then. Two clocks may differ a little.
        where last_backup_at < minbar_now() + interval '30 minutes'), 0)::float`.as('lastBackup'),
    ])
    .executeTakeFirstOrThrow()
}
