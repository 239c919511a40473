import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/**
 * Marks pending proposals as expired once their slot has begun, and returns how many. Reads don't depend on it, because
 * they compare the slot's start with the clock.
 */
export async function expireProposals({ reader }: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with expired as (
      update proposals p set state = 'expired', decided_at = minbar_now()
      from slots s where s.id = p.slot_id and p.state = 'pending' and s.starts_at < minbar_now()
      returning p.id, p.direction, p.slot_id, p.masjid_uid, p.khateeb_uid
    )
    insert into audit (by_role, event, proposal_id, slot_id, masjid_uid, khateeb_uid)
    select 'minbar', direction || '_expired', id, slot_id, masjid_uid, khateeb_uid from expired`.execute(
    reader,
  )
  return Number(numAffectedRows)
}
