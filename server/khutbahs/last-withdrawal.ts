import { type RawBuilder, sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { getMasjid } from '../../contract/own-records.ts'
import { isoInstant, wallClockColumns } from '../sql-fragments/instants.ts'
import { accountInHistory, formerKhateeb, khateebName } from '../sql-fragments/names-and-times.ts'

type Withdrawal = OutputOf<typeof getMasjid>['khutbahs'][number]['times'][number]['withdrawal']

interface WithdrawalRow {
  readonly uid: string
  readonly name: string | null
  readonly hidden: boolean | null
  readonly at: string
  readonly wallDate: string
  readonly wallTime: string
  readonly reason: string | null
}

/**
 * SQL for the withdrawal that left a slot without a khateeb, as JSON. Null if the slot has a khateeb or never had one. Also null if the
 * masjid removed the last khateeb.
 * @param slot table alias of the slot's row
 */
export function lastWithdrawal(slot: string): RawBuilder<WithdrawalRow | null> {
  const endedAt = sql<Date>`a.ended_at`
  return sql`(
    select case when end_reason = 'withdrawn' then to_jsonb(last) - 'end_reason' end
    from (
      select a.end_reason, a.khateeb_uid as uid, ${khateebName('k')} as name, k.hidden,
        ${isoInstant(endedAt)} as at, ${sql.join(wallClockColumns(endedAt, sql.ref('m.time_zone')))}, a.withdrawal_reason as reason
      from assignments a
        join masjids m on m.uid = a.masjid_uid
        left join khateebs k on k.uid = a.khateeb_uid
      where a.slot_id = ${sql.ref(`${slot}.id`)}
      order by a.ended_at desc nulls first
      limit 1
    ) last)`
}

export function withdrawalOf(row: WithdrawalRow | null): Withdrawal {
  if (row === null) return null
  return {
    khateeb: accountInHistory(row, formerKhateeb),
    at: row.at,
    wallClock: { date: row.wallDate, time: row.wallTime },
    reason: row.reason,
  }
}
