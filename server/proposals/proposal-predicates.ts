import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../../contract/endpoint.ts'
import type { Proposal } from '../../domain/proposals/proposal.ts'
import { slotColumns } from '../sql-fragments/slot-columns.ts'
import { databaseNow } from '../sql-fragments/upcoming.ts'

/** A masjid and a khateeb in an SQL statement, as columns or as values. */
interface Pair {
  readonly masjidUid: RawBuilder<unknown>
  readonly khateebUid: RawBuilder<unknown>
}

/** A proposal between a khateeb and a masjid, with its slot's id, date and time. */
export interface ProposalAtMasjid extends Proposal {
  readonly slotId: string
  /** YYYY-MM-DD. */
  readonly date: string
  /** HH:MM. */
  readonly time: string
}

/** Every proposal between the khateeb and the masjid from a date on, oldest first, as JSON. Includes removed slots. */
export function proposalsAtMasjid(
  { masjidUid, khateebUid }: Pair,
  from: RawBuilder<string>,
): RawBuilder<ProposalAtMasjid[]> {
  return sql`(
    select coalesce(json_agg(found), '[]') from (
      select p.id, ${sql.join(slotColumns('s'))}, p.direction, p.state
      from proposals p join slots s on s.id = p.slot_id
      where p.masjid_uid = ${masjidUid} and p.khateeb_uid = ${khateebUid} and s.date >= ${from}
      order by p.number) found)`
}

/** The hours for which a khateeb is confirmed, from 25 hours ago on: rows of slot id, start and hour (a range). */
export function confirmedHours(khateebUid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select slot_id, starts_at, speaking_hour(starts_at) as hour from assignments
    where khateeb_uid = ${khateebUid} and ended_at is null and starts_at > ${databaseNow} - interval '25 hours'`
}

/** The roles that have blocked the other side: none, one or both of masjid and khateeb. */
export function blockingSides({ masjidUid, khateebUid }: Pair): RawBuilder<Role[]> {
  return sql`array(select by_role from blocks where masjid_uid = ${masjidUid} and khateeb_uid = ${khateebUid})`
}

/** Whether the side with the given role has blocked the other side. */
export function hasBlocked(role: Role, { masjidUid, khateebUid }: Pair): RawBuilder<boolean> {
  return sql`exists (
    select from blocks
    where masjid_uid = ${masjidUid} and khateeb_uid = ${khateebUid} and by_role = ${sql.lit(role)})`
}
