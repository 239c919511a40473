import { sql } from 'kysely'
import type { getKhateebs } from '../../contract/directory.ts'
import type { OutputOf, Role } from '../../contract/endpoint.ts'
import type { KhateebMark } from '../../domain/approval/approval.ts'
import { availabilityFor, type KhateebLimits } from '../../domain/availability/availability.ts'
import { milesBetween, type Point } from '../../domain/directory/distance.ts'
import { refusalByBlock } from '../../domain/proposals/proposal-rules.ts'
import { databaseNow } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { SignedInContext } from '../http/route.ts'
import { blockingSides } from '../proposals/proposal-fragments.ts'
import { type BookingRow, bookingOf, bookingsAround, limitsOnDates } from '../sql-fragments/khateeb-limits.ts'
import { markOf } from '../sql-fragments/khateeb-marks.ts'

type KhateebCard = OutputOf<typeof getKhateebs>[number]

interface KhateebRow extends Point {
  readonly uid: string
  readonly mark: KhateebMark | null
  readonly blockedBy: readonly Role[]
  readonly limits: KhateebLimits
  readonly bookings: readonly BookingRow[]
}

/**
 * Adds to each khateeb on a page whether he is free for a slot of the calling masjid, whether the masjid has approved him, and whether a
 * block forbids invites. Leaves out khateebs who are not wanted. Sorts the page: free before others, approved before unapproved, khateebs
 * who need approval or are blocked last, suggestions after matches; otherwise the order stays. Runs as a separate statement, so that a
 * search without a slot does not become slower. Throws `not_found` if the slot is not the masjid’s.
 */
export async function judgeCardsForSlot(
  { caller, database: { reader } }: Pick<SignedInContext, 'caller' | 'database'>,
  slotId: string,
  cards: readonly KhateebCard[],
): Promise<KhateebCard[]> {
  const ofDate = { from: sql`s.date`, to: sql`s.date` }
  const { khateebs, now, approvedOnly, ...slot } = await reader
    .selectFrom('slots as s')
    .innerJoin('masjids as m', 'm.uid', 's.masjid_uid')
    .where('s.id', '=', slotId)
    .where('s.masjid_uid', '=', caller.uid)
    .where('s.removed_at', 'is', null)
    .select(['s.masjid_uid as masjidUid', 's.date', 's.starts_at as startsAt', 'm.latitude', 'm.longitude'])
    .select('m.approved_only as approvedOnly')
    .select([
      databaseNow.as('now'),
      sql<KhateebRow[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('uid', k.uid, 'mark', ${markOf(sql`m.uid`, sql`k.uid`)}, 'blockedBy', ${blockingSides({ masjidUid: sql`m.uid`, khateebUid: sql`k.uid` })},
          'latitude', k.latitude, 'longitude', k.longitude,
          'limits', ${limitsOnDates(sql`k.uid`, ofDate)}, 'bookings', ${bookingsAround(sql`k.uid`, ofDate)})), '[]')
        from khateebs k where k.uid = any(${cards.map(({ uid }) => uid)}::uuid[]))`.as('khateebs'),
    ])
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
  const rows = new Map(khateebs.map((it) => [it.uid, it]))
  const judged = cards.flatMap((card): KhateebCard[] => {
    const khateeb = rows.get(card.uid)
    if (khateeb === undefined) return [card]
    const { limits, bookings, mark, blockedBy } = khateeb
    if (mark === 'not_wanted') return []
    const miles = milesBetween(khateeb, slot)
    const availability = availabilityFor(
      { ...slot, miles, place: slot },
      limits,
      bookings.map(bookingOf),
      now,
    )
    return [
      {
        ...card,
        availability,
        approval: mark ?? (approvedOnly ? 'needed' : 'not_needed'),
        cannotInvite: refusalByBlock('masjid', blockedBy),
      },
    ]
  })
  return judged.toSorted((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ availability, approval, cannotInvite, isSuggestion }: KhateebCard): number {
  const rank =
    approval === 'needed' || cannotInvite !== null
      ? 4
      : (availability?.status === 'free' ? 0 : 2) + (approval === 'approved' ? 0 : 1)
  return rank + (isSuggestion ? 5 : 0)
}
