import { sql } from 'kysely'
import type { Database, Queryable } from '../database/database.ts'

/**
 * Maximum number of proposals that one statement expires. The statement locks them, and so delays decisions about them, until it commits.
 */
export const expiryBatchSize = 500

/**
 * Marks pending proposals as expired once their slot has begun, and returns their number. Reads don't depend on this mark, because they
 * compare the slot's start with the clock. Skips locked proposals: another transaction decides them, or else the next run expires them.
 */
export async function expireProposals({ db }: Database): Promise<number> {
  let total = 0
  for (;;) {
    const expired = await expireBatch(db)
    total += expired
    if (expired < expiryBatchSize) return total
  }
}

async function expireBatch(db: Queryable): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with due as (
      select p.id from proposals p join slots s on s.id = p.slot_id
      where p.state = 'pending' and s.starts_at < minbar_now()
      order by p.id limit ${sql.lit(expiryBatchSize)} for no key update of p skip locked
    ), expired as (
      update proposals p set state = 'expired', decided_at = minbar_now()
      from due where p.id = due.id
      returning p.id, p.direction, p.slot_id, p.masjid_uid, p.khateeb_uid
    )
    insert into audit (by_role, event, proposal_id, slot_id, masjid_uid, khateeb_uid)
    select 'minbar', direction || '_expired', id, slot_id, masjid_uid, khateeb_uid from expired`.execute(db)
  return Number(numAffectedRows)
}
