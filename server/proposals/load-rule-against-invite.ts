import { sql } from 'kysely'
import { type KhateebUnavailableRule, ruleAgainstInvite } from '../../domain/availability/availability.ts'
import { milesBetween } from '../../domain/directory/distance.ts'
import type { Tx } from '../database/database.ts'
import { limitsOnDates } from '../sql-fragments/khateeb-limits.ts'
import type { LockedSlot } from './lock-and-load.ts'

/**
 * Returns the khateeb's own limit that forbids an invite to the slot; null if none does. The caller must have locked the khateeb's row, so
 * that he cannot change his limits meanwhile.
 */
export async function loadRuleAgainstInvite(
  tx: Tx,
  { masjidUid, date }: Pick<LockedSlot, 'masjidUid' | 'date'>,
  khateebUid: string,
): Promise<KhateebUnavailableRule | null> {
  const { limits, latitude, longitude, masjidLatitude, masjidLongitude } = await tx
    .selectFrom('khateebs as k')
    .innerJoin('masjids as m', (join) => join.on('m.uid', '=', masjidUid))
    .where('k.uid', '=', khateebUid)
    .select(['k.latitude', 'k.longitude', 'm.latitude as masjidLatitude', 'm.longitude as masjidLongitude'])
    .select(
      limitsOnDates(sql.ref('k.uid'), { from: sql`${date}::date`, to: sql`${date}::date` }).as('limits'),
    )
    .executeTakeFirstOrThrow()
  const miles = milesBetween(
    { latitude, longitude },
    { latitude: masjidLatitude, longitude: masjidLongitude },
  )
  return ruleAgainstInvite({ date, miles }, limits)
}
