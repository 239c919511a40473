import { sql } from 'kysely'
import type { Reader } from '../database/database.ts'
import type { OutboxCounts } from '../http/metrics.ts'

/** Counts the waiting and failed letters for metrics, by the database's clock. */
export async function countOutbox(reader: Reader): Promise<OutboxCounts> {
  const { rows } = await sql<OutboxCounts>`
    select waiting.*, failed.*
    from (
      select
        count(*)::int as waiting,
        coalesce(extract(epoch from minbar_now() - min(created_at) filter (where not held)), 0)::float as oldest,
        greatest(extract(epoch from minbar_now() - min(next_attempt_at)), 0)::float as overdue
      from letters
      where sent_at is null and failed_at is null
    ) waiting, (
      select count(*)::int as failed
      from letters
      where (sent_at is not null or failed_at is not null)
        and coalesce(sent_at, failed_at) > minbar_now() - interval '24 hours'
        and failed_at is not null
    ) failed`.execute(reader)
  const [counts] = rows
  if (counts === undefined) throw new Error('The outbox was counted without a row.')
  return counts
}
