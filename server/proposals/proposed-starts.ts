import { sql } from 'kysely'
import type { WallClock } from '../../domain/khutbahs/wall-clock.ts'
import type { Tx } from '../database/database.ts'

/**
 * For each proposal, by its id: returns the start that its slot had when the proposal was sent. Reads the starts from the audit, because a
 * slot has only its current start. Leaves out a proposal if the audit has no later move of its slot, or if the slot is back at this start.
 * A move that is not audited yet does not count. If the masjid has changed its time zone since the proposal was sent, returns the start
 * after this change: the letter about the change has told the khateeb this start, and the audit has no time zone of earlier starts.
 */
export async function proposedStarts(
  tx: Tx,
  proposalIds: readonly string[],
): Promise<ReadonlyMap<string, WallClock>> {
  if (proposalIds.length === 0) return new Map()
  const { rows } = await sql<WallClock & { readonly proposalId: string }>`
    select "proposalId", to_char(start, 'YYYY-MM-DD') as date, to_char(start, 'HH24:MI') as time
    from (
      select p.id as "proposalId", s.date + s.time as "currentStart", (array_agg(e.moved_from order by e.id))[1] as start
      from proposals p
        join slots s on s.id = p.slot_id
        -- The condition on by_person_id is always true. With it, PostgreSQL can use the partial index of a slot's events.
        join audit e on e.slot_id = p.slot_id and e.event = 'slot_moved' and e.by_person_id is not null and e.happened_at > p.created_at
      where p.id = any(${proposalIds}::uuid[]) and not exists (
        select from audit z
        where z.masjid_uid = p.masjid_uid and z.id > e.id and z.event = 'profile_changed' and 'timeZone' = any(z.changed))
      group by p.id, s.date, s.time) moved
    where start <> "currentStart"`.execute(tx)
  return new Map(rows.map(({ proposalId, date, time }) => [proposalId, { date, time }]))
}
