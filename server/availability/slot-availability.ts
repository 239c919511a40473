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

interface SlotRow {
  readonly slotId: string
  readonly date: string
  readonly startsAt: string
}

/**
 * Adds three facts to each khateeb on a page: for which of the given slots of the calling masjid he is free, whether the masjid has
 * approved him, and whether a block forbids invites. Leaves out khateebs who are not wanted. Sorts the page: khateebs who are free for more
 * slots come first, and approved khateebs before others who are free for equally many slots. Then come khateebs who need approval, or are
 * blocked, and then the suggestions: khateebs who only resemble the search text, or are farther away than the search asks. Otherwise keeps
 * the order. Runs as a separate statement, so that a search without slots does not become slower. Ignores slots that were removed or that
 * another masjid has. Throws `not_found` if no slot is left.
 */
export async function judgeCardsForSlots(
  { caller, database: { db } }: Pick<SignedInContext, 'caller' | 'database'>,
  slotIds: readonly string[],
  cards: readonly KhateebCard[],
): Promise<KhateebCard[]> {
  const period = { from: sql`chosen.first_date`, to: sql`chosen.last_date` }
  const { khateebs, slots, now, approvedOnly, ...masjid } = await db
    .selectFrom('masjids as m')
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom('slots as s')
          .whereRef('s.masjid_uid', '=', 'm.uid')
          .where('s.id', 'in', slotIds)
          .where('s.removed_at', 'is', null)
          .having(sql`count(*)`, '>', 0)
          .select([
            sql<
              SlotRow[]
            >`jsonb_agg(jsonb_build_object('slotId', s.id, 'date', s.date, 'startsAt', s.starts_at) order by s.starts_at)`.as(
              'slots',
            ),
            sql<string>`min(s.date)`.as('first_date'),
            sql<string>`max(s.date)`.as('last_date'),
          ])
          .as('chosen'),
      (join) => join.onTrue(),
    )
    .where('m.uid', '=', caller.uid)
    .select(['m.uid as masjidUid', 'm.latitude', 'm.longitude', 'm.approved_only as approvedOnly', 'slots'])
    .select([
      databaseNow.as('now'),
      sql<KhateebRow[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('uid', k.uid, 'mark', ${markOf(sql`m.uid`, sql`k.uid`)}, 'blockedBy', ${blockingSides({ masjidUid: sql`m.uid`, khateebUid: sql`k.uid` })},
          'latitude', k.latitude, 'longitude', k.longitude,
          'limits', ${limitsOnDates(sql`k.uid`, period)}, 'bookings', ${bookingsAround(sql`k.uid`, period)})), '[]')
        from khateebs k where k.uid = any(${cards.map(({ uid }) => uid)}::uuid[]))`.as('khateebs'),
    ])
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
  const rows = new Map(khateebs.map((it) => [it.uid, it]))
  const judged = cards.flatMap((card): KhateebCard[] => {
    const khateeb = rows.get(card.uid)
    if (khateeb === undefined) return [card]
    const { limits, mark, blockedBy } = khateeb
    if (mark === 'not_wanted') return []
    const bookings = khateeb.bookings.map(bookingOf)
    const miles = milesBetween(khateeb, masjid)
    const availability = slots.map(({ slotId, date, startsAt }) => {
      const { masjidUid } = masjid
      const slot = { masjidUid, date, startsAt: new Date(startsAt), miles, place: masjid }
      return { slotId, ...availabilityFor(slot, limits, bookings, now) }
    })
    return [
      {
        ...card,
        availability,
        approval: mark ?? (approvedOnly ? 'needed' : 'not_needed'),
        cannotInvite: refusalByBlock('masjid', blockedBy),
      },
    ]
  })
  return judged.toSorted((one, other) => rankOf(one, slots.length) - rankOf(other, slots.length))
}

/** Returns a khateeb’s rank in a list for this number of slots; rank 0 comes first. */
function rankOf({ availability, approval, cannotInvite, isSuggestion }: KhateebCard, slots: number): number {
  const unfree = availability?.filter(({ status }) => status !== 'free').length ?? slots
  const last = 2 * (slots + 1)
  const rank =
    approval === 'needed' || cannotInvite !== null ? last : 2 * unfree + (approval === 'approved' ? 0 : 1)
  return rank + (isSuggestion ? last + 1 : 0)
}
