import { sql } from 'kysely'
import type { Queryable } from '../../server/database/database.ts'
import { currentTimeAndPlace } from '../../server/members/slot-time-and-place.ts'

/**
 * Returns the value of the column `told` for an invitation that a test inserts: the slot as a letter would describe it now. With this
 * value, a job sends a letter only if the slot moves later.
 */
export async function toldValueOf(reader: Queryable, slotId: string | null): Promise<string | null> {
  const slots = reader.selectFrom('slots as s').innerJoin('masjids as m', 'm.uid', 's.masjid_uid')
  const slot = await slots
    .where('s.id', '=', slotId)
    .select(sql<string>`(${currentTimeAndPlace('s', 'm')})::text`.as('told'))
    .executeTakeFirst()
  return slot?.told ?? null
}
