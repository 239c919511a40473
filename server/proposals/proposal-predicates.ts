import { type RawBuilder, sql } from 'kysely'
import type { Role } from '../../contract/endpoint.ts'
import type { Direction, Proposal } from '../../domain/proposals/proposal.ts'
import { slotTime } from '../fragments/slot-time.ts'
import { databaseNow } from '../fragments/upcoming.ts'

/** A slot and a khateeb in an SQL statement, as columns or as values. */
interface SlotAndKhateeb {
  readonly slotId: RawBuilder<unknown>
  /** The slot's masjid. */
  readonly masjidUid: RawBuilder<unknown>
  /** The slot's start. */
  readonly startsAt: RawBuilder<unknown>
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
  { masjidUid, khateebUid }: Pick<SlotAndKhateeb, 'masjidUid' | 'khateebUid'>,
  from: RawBuilder<string>,
): RawBuilder<ProposalAtMasjid[]> {
  return sql`(
    select coalesce(json_agg(found), '[]') from (
      select p.id, p.slot_id as "slotId", s.date, ${slotTime('s')} as time, p.direction, p.state
      from proposals p join slots s on s.id = p.slot_id
      where p.masjid_uid = ${masjidUid} and p.khateeb_uid = ${khateebUid} and s.date >= ${from}
      order by p.number) found)`
}

/** A khateeb's confirmed hours since 25 hours ago, as rows of the slot's id, its start and its hour (a range). */
export function confirmedHours(khateebUid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select slot_id, starts_at, speaking_hour(starts_at) as hour from assignments
    where khateeb_uid = ${khateebUid} and ended_at is null and starts_at > ${databaseNow} - interval '25 hours'`
}

/** Whether a khateeb is confirmed for the slot. */
export function isFilled({ slotId }: Pick<SlotAndKhateeb, 'slotId'>): RawBuilder<boolean> {
  return sql`exists (select from assignments as a where a.slot_id = ${slotId} and a.ended_at is null)`
}

/** Whether the khateeb is confirmed for another slot whose hour overlaps this slot's. */
export function isBusy({
  slotId,
  startsAt,
  khateebUid,
}: Omit<SlotAndKhateeb, 'masjidUid'>): RawBuilder<boolean> {
  return sql`exists (
    select from assignments as a
    where a.khateeb_uid = ${khateebUid} and a.ended_at is null and a.slot_id <> ${slotId}
      and speaking_hour(a.starts_at) && speaking_hour(${startsAt}))`
}

/** The roles that have blocked the other side: none, one or both of masjid and khateeb. */
export function blockingSides({
  masjidUid,
  khateebUid,
}: Pick<SlotAndKhateeb, 'masjidUid' | 'khateebUid'>): RawBuilder<Role[]> {
  return sql`array(select by_role from blocks where masjid_uid = ${masjidUid} and khateeb_uid = ${khateebUid})`
}

/** Whether the side with the given role has blocked the other side. */
export function hasBlocked(
  role: Role,
  { masjidUid, khateebUid }: Pick<SlotAndKhateeb, 'masjidUid' | 'khateebUid'>,
): RawBuilder<boolean> {
  return sql`exists (
    select from blocks
    where masjid_uid = ${masjidUid} and khateeb_uid = ${khateebUid} and by_role = ${sql.lit(role)})`
}

/** The directions of the khateeb's proposals for earlier slots with the same masjid, date and time, which were removed. */
export function earlierDirections({
  slotId,
  khateebUid,
}: Pick<SlotAndKhateeb, 'slotId' | 'khateebUid'>): RawBuilder<Direction[]> {
  return sql`array(
    select p.direction
    from slots as this
      join slots as former using (masjid_uid, date, time)
      join proposals as p on p.slot_id = former.id
    where this.id = ${slotId} and former.id <> ${slotId} and p.khateeb_uid = ${khateebUid})`
}

/** Every proposal between the khateeb and the slot's masjid for this slot, oldest first. */
export function proposalsForSlot({
  slotId,
  khateebUid,
}: Pick<SlotAndKhateeb, 'slotId' | 'khateebUid'>): RawBuilder<Proposal[]> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'direction', direction, 'state', state) order by number), '[]')
    from proposals where slot_id = ${slotId} and khateeb_uid = ${khateebUid})`
}
