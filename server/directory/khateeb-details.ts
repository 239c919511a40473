import { sql } from 'kysely'
import type { getKhateebDetails } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { canSeePhone } from '../../domain/directory/phone-visibility.ts'
import { dateIn } from '../../domain/khutbahs/wall-clock.ts'
import { now, type Reader } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { SignedInContext } from '../http/route.ts'
import { hasBlocked } from '../proposals/proposal-predicates.ts'

/**
 * A khateeb's details for a caller. The phone is null unless the caller is the khateeb, or a masjid to which the phone rule
 * shows it.
 */
export async function khateebDetails(
  { caller, database: { reader } }: SignedInContext,
  { id: uid }: InputOf<typeof getKhateebDetails>,
): Promise<OutputOf<typeof getKhateebDetails>> {
  const khateeb = await reader
    .selectFrom('khateebs as k')
    .where('k.uid', '=', uid)
    .where('k.hidden', '=', false)
    .select([
      'k.uid',
      'k.first_name as firstName',
      'k.last_name as lastName',
      'k.city',
      'k.state_code as stateCode',
      'k.bio',
      'k.expertise',
      'k.phone',
      'k.verified',
      hasBlocked('masjid', { masjidUid: sql`${caller.uid}`, khateebUid: sql.ref('k.uid') }).as('blocked'),
    ])
    .executeTakeFirst()
  if (khateeb === undefined) throw new Failure('not_found')
  const showPhone =
    caller.role === 'masjid' ? await masjidMaySeePhone(reader, caller.uid, uid) : caller.uid === uid
  return { ...khateeb, phone: showPhone ? khateeb.phone : null }
}

/** Must not be cached, because the answer depends on today's date. */
async function masjidMaySeePhone(reader: Reader, masjidUid: string, khateebUid: string): Promise<boolean> {
  const row = await reader
    .selectFrom('masjids as m')
    .where('m.uid', '=', masjidUid)
    .select((select) => [
      'm.time_zone as timeZone',
      now.as('now'),
      select
        .exists(
          select
            .selectFrom('proposals as p')
            .innerJoin('slots as s', 's.id', 'p.slot_id')
            .where('p.masjid_uid', '=', masjidUid)
            .where('p.khateeb_uid', '=', khateebUid)
            .where('p.direction', '=', 'request')
            .where('p.state', '=', 'pending')
            .where('s.starts_at', '>=', now),
        )
        .as('hasRequested'),
      select
        .selectFrom('assignments as a')
        .innerJoin('slots as s', 's.id', 'a.slot_id')
        .where('a.masjid_uid', '=', masjidUid)
        .where('a.khateeb_uid', '=', khateebUid)
        .where('a.ended_at', 'is', null)
        .select(sql<string[]>`coalesce(jsonb_agg(s.date), '[]')`.as('dates'))
        .as('confirmedDates'),
    ])
    .executeTakeFirstOrThrow()
  return canSeePhone({
    hasRequested: Boolean(row.hasRequested),
    confirmedDates: row.confirmedDates ?? [],
    today: dateIn(row.timeZone, row.now),
  })
}
