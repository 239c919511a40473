import { sql } from 'kysely'
import type { getKhateebs } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { availabilityFor, type KhateebLimits } from '../../domain/availability/availability.ts'
import { milesBetween, type Point } from '../../domain/directory/distance.ts'
import { databaseNow } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { SignedInContext } from '../http/route.ts'
import { type BookingRow, bookingOf, bookingsAround, limitsOnDates } from '../sql-fragments/khateeb-limits.ts'

type KhateebCard = OutputOf<typeof getKhateebs>[number]

interface KhateebRow extends Point {
  readonly uid: string
  readonly limits: KhateebLimits
  readonly bookings: readonly BookingRow[]
}

/**
 * Adds to a page of khateebs whether they are free for a slot of the calling masjid, and puts those first who are. Otherwise keeps the
 * order, and suggestions after matches. A statement of its own, so that searching is as fast as without a slot. Throws `not_found` if the
 * slot is not the masjid's.
 */
export async function withAvailability(
  { caller, database: { reader } }: Pick<SignedInContext, 'caller' | 'database'>,
  slotId: string,
  cards: readonly KhateebCard[],
): Promise<KhateebCard[]> {
  const ofDate = { from: sql`s.date`, to: sql`s.date` }
  const { khateebs, now, ...slot } = await reader
    .selectFrom('slots as s')
    .innerJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .where('s.id', '=', slotId)
    .where('s.masjid_uid', '=', caller.uid)
    .where('s.removed_at', 'is', null)
    .select(['s.masjid_uid as masjidUid', 's.date', 's.starts_at as startsAt', 'm.latitude', 'm.longitude'])
    .select([
      databaseNow.as('now'),
      sql<KhateebRow[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('uid', k.uid, 'latitude', k.latitude, 'longitude', k.longitude,
          'limits', ${limitsOnDates(sql`k.uid`, ofDate)}, 'bookings', ${bookingsAround(sql`k.uid`, ofDate)})), '[]')
        from khateebs k where k.uid = any(${cards.map(({ uid }) => uid)}::uuid[]))`.as('khateebs'),
    ])
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
  const rows = new Map(khateebs.map((it) => [it.uid, it]))
  const judged = cards.map((card) => {
    const khateeb = rows.get(card.uid)
    if (khateeb === undefined) return card
    const { limits, bookings } = khateeb
    const miles = milesBetween(khateeb, slot)
    return {
      ...card,
      availability: availabilityFor({ ...slot, miles, place: slot }, limits, bookings.map(bookingOf), now),
    }
  })
  return judged.toSorted((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ availability, isSuggestion }: KhateebCard): number {
  return (isSuggestion ? 2 : 0) + (availability?.status === 'free' ? 0 : 1)
}
