import { sql } from 'kysely'
import type { getKhateebDetails } from '../../contract/directory.ts'
import type { InputOf, OutputOf } from '../../contract/endpoint.ts'
import { inviteRefusalByApproval } from '../../domain/approval/approval.ts'
import { availabilityFor } from '../../domain/availability/availability.ts'
import { milesBetween, type Point } from '../../domain/directory/distance.ts'
import { nextPhoneWindow, phoneReason } from '../../domain/directory/phone-visibility.ts'
import { dateIn } from '../../domain/khutbahs/wall-clock.ts'
import { refusalByBlock } from '../../domain/proposals/proposal-rules.ts'
import { databaseNow, type Queryable } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import type { Caller, SignedInContext } from '../http/route.ts'
import {
  blockingSides,
  type ClosedProposalCounts,
  closedProposalCounts,
} from '../proposals/proposal-fragments.ts'
import {
  type ConfirmedSlotVenue,
  confirmedSlotOf,
  confirmedSlotsAround,
  firstUnreachableSlot,
} from '../proposals/unreachable-slots.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { hasKhateeb } from '../sql-fragments/has-khateeb.ts'
import { isoInstant } from '../sql-fragments/instants.ts'
import { isAwaitingReconfirmation } from '../sql-fragments/is-awaiting-reconfirmation.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { bookingOf, bookingsAround, limitsOnDates } from '../sql-fragments/khateeb-limits.ts'
import { markOf } from '../sql-fragments/khateeb-marks.ts'
import { slotTime } from '../sql-fragments/names-and-times.ts'
import { earliestUpcomingDate } from '../sql-fragments/upcoming.ts'

type PendingProposalWithMasjid = OutputOf<typeof getKhateebDetails>['pendingWithYou'][number]

/**
 * A pending proposal, as JSON. `closesCount` and `services` (the khateeb’s confirmed slots around the time of this slot) are null for an
 * invite.
 */
interface PendingRow extends Omit<PendingProposalWithMasjid, 'ifApproved'> {
  readonly closesCount: ClosedProposalCounts | null
  readonly services: readonly ConfirmedSlotVenue[] | null
}

/** An open slot of the masjid, as JSON. */
interface OpenSlotRow {
  readonly slotId: string
  readonly date: string
  readonly startsAt: string
}

/** The largest number of the masjid’s open slots, earliest first, for which the details show whether the khateeb is free. */
const maxOpenSlots = 200

/**
 * Returns a khateeb's details for a caller. Only this khateeb, and masjids that may see the phone by `phoneReason`, get the phone. For
 * other callers, the phone is null.
 */
export async function khateebDetails(
  { caller, database: { db } }: SignedInContext,
  { id: uid }: InputOf<typeof getKhateebDetails>,
): Promise<OutputOf<typeof getKhateebDetails>> {
  const { latitude, longitude, blockedBy, ...khateeb } = await db
    .selectFrom('khateebs as k')
    .innerJoinLateral(contactOf('k').as('contact'), (join) => join.onTrue())
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
      'k.latitude',
      'k.longitude',
      sql<string[]>`coalesce((select languages from availability where khateeb_uid = k.uid), '{}')`.as(
        'languages',
      ),
      'k.verified',
      isEmailVerified('contact').as('emailVerified'),
      blockingSides({ masjidUid: sql`${caller.uid}`, khateebUid: sql.ref('k.uid') }).as('blockedBy'),
    ])
    .executeTakeFirstOrThrow(() => new Failure('not_found'))
  const blocked = blockedBy.includes('masjid')
  if (caller.role === 'khateeb') {
    const phone = caller.uid === uid ? khateeb.phone : null
    return {
      ...khateeb,
      blocked,
      cannotInvite: null,
      pendingWithYou: [],
      availability: [],
      phone,
      phoneReason: null,
      nextPhoneWindow: null,
    }
  }
  const { approval, ...relation } = await relationToMasjid(db, caller, { uid, latitude, longitude })
  return {
    ...khateeb,
    ...relation,
    blocked,
    cannotInvite: refusalByBlock('masjid', blockedBy) ?? inviteRefusalByApproval(approval),
    phone: relation.phoneReason === null ? null : khateeb.phone,
  }
}

/**
 * Returns the khateeb’s proposals, approval, availability and phone rules for the masjid. Must not be cached, because the result depends on
 * today’s date.
 */
async function relationToMasjid(
  reader: Queryable,
  { uid: masjidUid, memberRole }: Caller,
  khateeb: Point & { readonly uid: string },
) {
  const khateebUid = khateeb.uid
  const uid = sql`${khateebUid}::uuid`
  const fromNow = { from: earliestUpcomingDate, to: sql`date 'infinity'` }
  const filling = {
    proposalId: sql`p.id`,
    slotId: sql`s.id`,
    startsAt: sql`s.starts_at`,
    khateebUid: sql`p.khateeb_uid`,
  }
  const masjid = await reader
    .selectFrom('masjids as m')
    .where('m.uid', '=', masjidUid)
    .select([
      'm.time_zone as timeZone',
      'm.latitude',
      'm.longitude',
      'm.approved_only as approvedOnly',
      markOf(sql`m.uid`, uid).as('mark'),
      databaseNow.as('now'),
      // `closesCount` and `services` are only for requests: an invited khateeb has not agreed to anything yet, so the masjid must not learn
      // where else he is confirmed.
      sql<PendingRow[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
            'kind', p.direction, 'slotId', s.id, 'khutbahDate', s.date, 'khutbahTime', ${slotTime('s')},
            'startsAt', ${isoInstant(sql<Date>`s.starts_at`)}, 'timeZone', m.time_zone,
            'closesCount', case when p.direction = 'request' then ${closedProposalCounts(filling, { masjidUid: sql`m.uid` })} end,
            'services', case when p.direction = 'request' then ${confirmedSlotsAround(filling.khateebUid, filling.startsAt)} end) order by s.starts_at), '[]')
        from proposals p join slots s on s.id = p.slot_id
        where p.masjid_uid = m.uid and p.khateeb_uid = ${khateebUid} and p.state = 'pending'
          and s.starts_at >= minbar_now())`.as('pending'),
      // If the masjid has moved a slot, the date that the khateeb agreed to counts until he confirms the new date. Otherwise a masjid could
      // see his phone by moving a slot to tomorrow.
      sql<string[]>`(
        select coalesce(jsonb_agg(agreed.date order by agreed.date), '[]')
        from assignments a join slots s on s.id = a.slot_id,
          lateral (select case when ${isAwaitingReconfirmation('a')}
            then (a.agreed_starts_at at time zone m.time_zone)::date else s.date end as date) agreed
        where a.masjid_uid = m.uid and a.khateeb_uid = ${khateebUid} and a.ended_at is null)`.as(
        'confirmedDates',
      ),
      sql<OpenSlotRow[]>`(
        select coalesce(jsonb_agg(slot order by slot."startsAt"), '[]') from (
          select s.id as "slotId", s.date, s.starts_at as "startsAt" from slots s
          where s.masjid_uid = m.uid and s.removed_at is null and s.starts_at >= minbar_now()
            and not ${hasKhateeb('s')}
          order by s.starts_at limit ${sql.lit(maxOpenSlots)}) slot)`.as('openSlots'),
      limitsOnDates(uid, fromNow).as('limits'),
      bookingsAround(uid, fromNow).as('bookings'),
    ])
    .executeTakeFirstOrThrow()
  const { pending, confirmedDates, timeZone, openSlots, limits, now } = masjid
  const requests = pending.filter((it) => it.kind === 'request')
  const facts = {
    requestedDates: requests.map((it) => it.khutbahDate),
    confirmedDates,
    today: dateIn(timeZone, masjid.now),
  }
  const here = { masjidUid, latitude: masjid.latitude, longitude: masjid.longitude }
  const pendingWithYou = pending.map(
    ({ closesCount: closes, services, ...proposal }): PendingProposalWithMasjid => {
      const service = { ...here, startsAt: new Date(proposal.startsAt) }
      const tooFarFromOther = firstUnreachableSlot(service, (services ?? []).map(confirmedSlotOf)) !== null
      return { ...proposal, ifApproved: closes && { closesCount: closes, tooFarFromOther } }
    },
  )
  const bookings = masjid.bookings.map(bookingOf)
  const miles = milesBetween(khateeb, masjid)
  const availability = openSlots.map(({ slotId, date, startsAt }) => {
    const slot = { masjidUid, date, startsAt: new Date(startsAt), miles, place: here }
    return { slotId, ...availabilityFor(slot, limits, bookings, now) }
  })
  return {
    pendingWithYou,
    approval: { approvedOnly: masjid.approvedOnly, mark: masjid.mark },
    availability,
    phoneReason: phoneReason(facts, memberRole),
    nextPhoneWindow: nextPhoneWindow(facts, memberRole),
  }
}
