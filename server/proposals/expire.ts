import { type Database, now } from '../database/database.ts'

/**
 * Writes down that proposals expired whose slot's time has come; gives how many. Reads never wait for it: they judge
 * by the clock themselves.
 */
export async function expireProposals(database: Database): Promise<number> {
  const expired = await database.reader
    .updateTable('proposals as p')
    .from('slots as s')
    .set({ state: 'expired', decided_at: now })
    .whereRef('s.id', '=', 'p.slot_id')
    .where('p.state', '=', 'pending')
    .where('s.starts_at', '<', now)
    .executeTakeFirst()
  return Number(expired.numUpdatedRows)
}
