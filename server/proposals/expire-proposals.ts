import { sql } from 'kysely'
import type { AuditEvent } from '../database/audit-events.ts'
import { type Database, now } from '../database/database.ts'

/**
 * Marks pending proposals as expired once their slot has begun, and returns how many. Reads don't depend on it, because
 * they compare the slot's start with the clock.
 */
export async function expireProposals(database: Database): Promise<number> {
  const expired = await database.reader
    .with('expired', (db) =>
      db
        .updateTable('proposals as p')
        .from('slots as s')
        .set({ state: 'expired', decided_at: now })
        .whereRef('s.id', '=', 'p.slot_id')
        .where('p.state', '=', 'pending')
        .where('s.starts_at', '<', now)
        .returning(['p.id', 'p.direction', 'p.slot_id', 'p.masjid_uid', 'p.khateeb_uid']),
    )
    .insertInto('audit')
    .columns(['by_role', 'event', 'proposal_id', 'slot_id', 'masjid_uid', 'khateeb_uid'])
    .expression((db) =>
      db
        .selectFrom('expired')
        .select([
          sql<'minbar'>`'minbar'`.as('by_role'),
          sql<AuditEvent>`direction || '_expired'`.as('event'),
          'id',
          'slot_id',
          'masjid_uid',
          'khateeb_uid',
        ]),
    )
    .executeTakeFirst()
  return Number(expired.numInsertedOrUpdatedRows)
}
