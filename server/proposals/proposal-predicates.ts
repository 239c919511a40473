import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../../contract/endpoint.ts'
import type { Direction, Proposal } from '../../domain/proposals/proposal.ts'
import { slotTime } from '../fragments/slot-time.ts'
import { instant } from '../fragments/upcoming.ts'

/** A slot and a khateeb in a statement: columns or values. */
interface Pair {
  readonly slotId: RawBuilder<unknown>
  /** Of the slot. */
  readonly masjidUid: RawBuilder<unknown>
  /** Of the slot. */
  readonly startsAt: RawBuilder<unknown>
  readonly khateebUid: RawBuilder<unknown>
}

/** A proposal of a khateeb's at a masjid, and the name of its slot there. */
export interface ProposalAtMasjid extends Proposal {
  readonly slotId: string
  /** YYYY-MM-DD. */
  readonly date: string
  /** HH:MM. */
  readonly time: string
}

/** Every proposal for the khateeb at the masjid from a date on, oldest first, as JSON. Slots that were taken away count, too. */
export function proposalsAtMasjid(
  { masjidUid, khateebUid }: Pick<Pair, 'masjidUid' | 'khateebUid'>,
  from: RawBuilder<string>,
): RawBuilder<ProposalAtMasjid[]> {
  return sql`(
    select coalesce(json_agg(its), '[]') from (
      select p.id, p.slot_id as "slotId", s.date, ${slotTime('s')} as time, p.direction, p.state
      from proposals p join slots s on s.id = p.slot_id
      where p.masjid_uid = ${masjidUid} and p.khateeb_uid = ${khateebUid} and s.date >= ${from}
      order by p.number) its)`
}

/** The hours at which a khateeb speaks from now on, as rows of the slot's id, its start and the hour. */
export function confirmedHours(khateebUid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select slot_id, starts_at, speaking_hour(starts_at) as hour from assignments
    where khateeb_uid = ${khateebUid} and ended_at is null and starts_at > ${instant} - interval '25 hours'`
}

/** Whether a slot has its khateeb. */
export function isFilled({ slotId }: Pick<Pair, 'slotId'>): RawBuilder<boolean> {
  return sql`exists (select from assignments as its where its.slot_id = ${slotId} and its.ended_at is null)`
}

/** Whether the khateeb is confirmed elsewhere for an hour that overlaps the slot's. */
export function isBusy({ slotId, startsAt, khateebUid }: Omit<Pair, 'masjidUid'>): RawBuilder<boolean> {
  return sql`exists (
    select from assignments as his
    where his.khateeb_uid = ${khateebUid} and his.ended_at is null and his.slot_id <> ${slotId}
      and speaking_hour(his.starts_at) && speaking_hour(${startsAt}))`
}

/** Which of the slot's masjid and the khateeb have blocked the other. */
export function blockingSides({
  masjidUid,
  khateebUid,
}: Pick<Pair, 'masjidUid' | 'khateebUid'>): RawBuilder<Role[]> {
  return sql`array(select by_role from blocks where masjid_uid = ${masjidUid} and khateeb_uid = ${khateebUid})`
}

/** Whether the one of the role has blocked the other. */
export function hasBlocked(
  role: Role,
  { masjidUid, khateebUid }: Pick<Pair, 'masjidUid' | 'khateebUid'>,
): RawBuilder<boolean> {
  return sql`exists (
    select from blocks
    where masjid_uid = ${masjidUid} and khateeb_uid = ${khateebUid} and by_role = ${sql.lit(role)})`
}

/** The directions of all proposals for the khateeb and slots of the same name that stood before this one. */
export function earlierDirections({
  slotId,
  khateebUid,
}: Pick<Pair, 'slotId' | 'khateebUid'>): RawBuilder<Direction[]> {
  return sql`array(
    select its.direction
    from slots as this
      join slots as former using (masjid_uid, date, time)
      join proposals as its on its.slot_id = former.id
    where this.id = ${slotId} and former.id <> ${slotId} and its.khateeb_uid = ${khateebUid})`
}

/** Every proposal for the slot and the khateeb, oldest first. */
export function proposalsForSlot({
  slotId,
  khateebUid,
}: Pick<Pair, 'slotId' | 'khateebUid'>): RawBuilder<Proposal[]> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'direction', direction, 'state', state) order by number), '[]')
    from proposals where slot_id = ${slotId} and khateeb_uid = ${khateebUid})`
}
