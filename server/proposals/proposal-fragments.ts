import { type RawBuilder, sql } from 'kysely'
import type { OutputOf, Role } from '../../contract/endpoint.ts'
import type { getUser } from '../../contract/own-records.ts'
import type { Proposal } from '../../domain/proposals/proposal.ts'
import { columnsOf } from '../sql-fragments/columns-of.ts'
import { slotColumns } from '../sql-fragments/slot-columns.ts'
import { databaseNowPerStatement } from '../sql-fragments/upcoming.ts'

/** How many invites and requests of one side an acceptance closes. */
export type ClosedProposalCounts = OutputOf<typeof getUser>['invites'][number]['closesCount']

/** The uids of a masjid and a khateeb in an SQL statement, as columns or as values. */
interface MasjidAndKhateebUids {
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
  /** ISO 8601. */
  readonly startsAt: string
  /** For a pending invite: how many of the khateeb's other proposals close if he accepts it. Null for other proposals. */
  readonly closesCount: ClosedProposalCounts | null
}

/** SQL for all proposals between the khateeb and the masjid from a date on, oldest first, as JSON. Includes proposals for removed slots. */
export function proposalsAtMasjid(
  { masjidUid, khateebUid }: MasjidAndKhateebUids,
  from: RawBuilder<string>,
): RawBuilder<ProposalAtMasjid[]> {
  const filling = { proposalId: sql`p.id`, slotId: sql`s.id`, startsAt: sql`s.starts_at`, khateebUid }
  return sql`(
    select coalesce(json_agg(found), '[]') from (
      select p.id, ${sql.join(slotColumns('s'))}, s.starts_at as "startsAt", p.direction, p.state,
        case when p.state = 'pending' and p.direction = 'invite' then ${closedProposalCounts(filling, { khateebUid })} end as "closesCount"
      from proposals p join slots s on s.id = p.slot_id
      where p.masjid_uid = ${masjidUid} and p.khateeb_uid = ${khateebUid} and s.date >= ${from}
      order by p.number) found)`
}

/** A khateeb and a slot that he may fill, in an SQL statement. */
interface Filling {
  readonly slotId: RawBuilder<unknown>
  readonly startsAt: RawBuilder<unknown>
  readonly khateebUid: RawBuilder<unknown>
}

/**
 * SQL condition: a proposal is pending, and closes when the khateeb fills the slot. Such a proposal is for the same slot, or for the same
 * khateeb at an overlapping hour.
 * @param proposal table alias of the proposal's row
 * @param slot table alias of the row of the proposal's slot
 */
export function isClosedByFilling(
  { slotId, startsAt, khateebUid }: Filling,
  proposal: string,
  slot: string,
): RawBuilder<boolean> {
  const [of, at] = [columnsOf(proposal), sql.ref(`${slot}.starts_at`)]
  return sql<boolean>`(
    ${of('state')} = 'pending' and ${at} >= ${databaseNowPerStatement}
    and (${of('slot_id')} = ${slotId}
      or (${of('khateeb_uid')} = ${khateebUid} and speaking_hour(${at}) && speaking_hour(${startsAt}))))`
}

/**
 * SQL for the number of other proposals that close when a proposal is accepted, as JSON. Counts only proposals of one side, because neither
 * side may learn about the other side's assignments and proposals with third parties. Leaves out proposals of suspended accounts, because
 * this side's lists don't show them.
 */
export function closedProposalCounts(
  filling: Filling & { readonly proposalId: RawBuilder<unknown> },
  side: { readonly khateebUid: RawBuilder<unknown> } | { readonly masjidUid: RawBuilder<unknown> },
): RawBuilder<ClosedProposalCounts> {
  const isVisibleToSide =
    'khateebUid' in side
      ? sql`rival.khateeb_uid = ${side.khateebUid} and not (select hidden from masjids where uid = rival.masjid_uid)`
      : sql`rival.masjid_uid = ${side.masjidUid} and not (select hidden from khateebs where uid = rival.khateeb_uid)`
  return sql`(
    select json_build_object(
      'invites', count(*) filter (where rival.direction = 'invite'),
      'requests', count(*) filter (where rival.direction = 'request'))
    from proposals rival join slots rival_slot on rival_slot.id = rival.slot_id
    where ${isClosedByFilling(filling, 'rival', 'rival_slot')} and rival.id <> ${filling.proposalId} and ${isVisibleToSide})`
}

/** SQL for the roles that have blocked the other side: none, one or both of masjid and khateeb. */
export function blockingSides({ masjidUid, khateebUid }: MasjidAndKhateebUids): RawBuilder<Role[]> {
  return sql`array(select by_role from blocks where masjid_uid = ${masjidUid} and khateeb_uid = ${khateebUid})`
}
