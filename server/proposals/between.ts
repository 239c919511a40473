import { type RawBuilder, sql } from 'kysely'
import type { Proposal } from '../../domain/proposals/proposal.ts'

/** A slot and a khateeb in a statement: columns or values. */
interface Pair {
  readonly slotId: RawBuilder<unknown>
  /** Of the slot. */
  readonly startsAt: RawBuilder<unknown>
  readonly khateebUid: RawBuilder<unknown>
}

/** Whether a slot has its khateeb. */
export function isFilled({ slotId }: Pick<Pair, 'slotId'>): RawBuilder<boolean> {
  return sql`exists (select from assignments as its where its.slot_id = ${slotId} and its.ended_at is null)`
}

/** Whether the khateeb is confirmed elsewhere for an hour that overlaps the slot's. */
export function isBusy({ slotId, startsAt, khateebUid }: Pair): RawBuilder<boolean> {
  return sql`exists (
    select from assignments as his
    where his.khateeb_uid = ${khateebUid} and his.ended_at is null and his.slot_id <> ${slotId}
      and speaking_hour(his.starts_at) && speaking_hour(${startsAt}))`
}

/** Every proposal for the slot and the khateeb, oldest first. */
export function proposalsBetween({ slotId, khateebUid }: Omit<Pair, 'startsAt'>): RawBuilder<Proposal[]> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'direction', direction, 'state', state) order by number), '[]')
    from proposals where slot_id = ${slotId} and khateeb_uid = ${khateebUid})`
}
