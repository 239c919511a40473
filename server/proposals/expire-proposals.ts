import { sql } from 'kysely'
import type { Database, Queryable } from '../database/database.ts'

/** The most proposals that one statement expires: it locks them, and so delays decisions about them, until it is committed. */
export const expiryBatch = 500

/**
 * Marks pending proposals as expired once their slot has begun, and returns how many. Reads don't depend on it, because
 * they compare the slot's start with the clock. Skips proposals that a transaction has locked: it decides them, or the next run does.
 */
export async function expireProposals({ reader }: Database): Promise<number> {
  let total = 0
  for (;;) {
    const expired = await expireBatch(reader)
    total += expired
    if (expired < expiryBatch) return total
  }
}

async function expireBatch(reader: Queryable): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with due as (
      select p.id from proposals p join slots s on s.id = p.slot_id
      where p.state = 'pending' and s.starts_at < minbar_now()
      order by p.id limit ${sql.lit(expiryBatch)} for no key update of p skip locked
    ), expired as (
      update proposals p set state = 'expired', decided_at = minbar_now()
      from due where p.id = due.id
      returning p.id, p.direction, p.slot_id, p.masjid_uid, p.khateeb_uid
    )
    insert into audit (by_role, event, proposal_id, slot_id, masjid_uid, khateeb_uid)
    select 'minbar', direction || '_expired', id, slot_id, masjid_uid, khateeb_uid from expired`.execute(
    reader,
  )
  return Number(numAffectedRows)
}
