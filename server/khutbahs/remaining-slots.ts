import { maxUpcomingSlots } from '../../contract/khutbahs.ts'
import { databaseNow, type Queryable } from '../database/database.ts'

/**
 * Returns how many upcoming slots a masjid can still post. Negative if it has too many. If the transaction has locked the masjid, as every
 * posting does, no concurrent posting can change the number.
 */
export async function countRemainingSlots(reader: Queryable, masjidUid: string): Promise<number> {
  const { count } = await reader
    .selectFrom('slots')
    .where('masjid_uid', '=', masjidUid)
    .where('removed_at', 'is', null)
    .where('starts_at', '>=', databaseNow)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return maxUpcomingSlots - Number(count)
}
