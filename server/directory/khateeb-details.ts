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
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
  const showPhone =
    caller.role === 'masjid' ? await masjidMaySeePhone(reader, caller.uid, uid) : caller.uid === uid
  return { ...khateeb, phone: showPhone ? khateeb.phone : null }
}

/** Must not be cached, because the answer depends on today's date. */
async function masjidMaySeePhone(reader: Reader, masjidUid: string, khateebUid: string): Promise<boolean> {
  const masjid = await reader
    .selectFrom('masjids as m')
    .where('m.uid', '=', masjidUid)
    .select([
      'm.time_zone as timeZone',
      now.as('now'),
      sql<boolean>`exists (
        select from proposals p join slots s on s.id = p.slot_id
        where p.masjid_uid = m.uid and p.khateeb_uid = ${khateebUid} and p.direction = 'request' and p.state = 'pending'
          and s.starts_at >= minbar_now())`.as('hasRequested'),
      sql<string[]>`(
        select coalesce(jsonb_agg(s.date), '[]') from assignments a join slots s on s.id = a.slot_id
        where a.masjid_uid = m.uid and a.khateeb_uid = ${khateebUid} and a.ended_at is null)`.as(
        'confirmedDates',
      ),
    ])
    .executeTakeFirstOrThrow()
  return canSeePhone({ ...masjid, today: dateIn(masjid.timeZone, masjid.now) })
}
