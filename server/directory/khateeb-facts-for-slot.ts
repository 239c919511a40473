import { sql } from 'kysely'
import type { getKhateebsForSlot } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { KhateebLimits } from '../../domain/availability/availability.ts'
import type { Point } from '../../domain/directory/distance.ts'
import type { Proposal } from '../../domain/proposals/proposal.ts'
import { type PlaceholderOf, preparedStatement } from '../database/prepared-statement.ts'
import { contactOf } from '../sql-fragments/contact-of.ts'
import { hasKhateeb } from '../sql-fragments/has-khateeb.ts'
import { isEmailVerified } from '../sql-fragments/is-email-verified.ts'
import { type BookingRow, conflictWindow } from '../sql-fragments/khateeb-limits.ts'
import { databaseNowPerStatement, isOver } from '../sql-fragments/upcoming.ts'

/** A khateeb in the response of `getKhateebsForSlot`. */
export type KhateebForSlot = OutputOf<typeof getKhateebsForSlot>['khateebs'][number]

interface FactsParameters {
  readonly masjidUid: string
  readonly slotId: string
  readonly uids: readonly string[]
}

/**
 * The facts that decide whether a khateeb is free for the slot and can be invited to it. If no khateeb is given, or all given khateebs are
 * blocked or not wanted, the statement returns one row without a uid.
 */
export interface KhateebFacts extends Omit<KhateebLimits, 'awayDates'>, Point {
  readonly uid: string | null
  readonly date: string
  readonly startsAt: Date
  readonly now: Date
  readonly filled: boolean
  readonly away: boolean
  readonly approvedOnly: boolean
  readonly approved: boolean
  /** The khateeb’s confirmed khutbahs around the date, as JSON; null if he has none. */
  readonly bookings: readonly BookingRow[] | null
  readonly proposals: readonly (Proposal & { readonly slotId: string })[] | null
}

/**
 * Selects the facts about many khateebs. For speed, the statement has flat columns and a single join to the khateebs’ limits, instead of
 * the SQL fragments of other statements. Includes proposals to removed slots of the same date and time, because
 * these count toward the limit of three, as in `loadProposalContext`. Proposals are read once for all khateebs, because few khateebs have
 * any.
 */
export const selectKhateebFacts = preparedStatement(
  (_, param: PlaceholderOf<FactsParameters>) => sql<KhateebFacts>`
    with here as materialized (
      select s.id, s.masjid_uid, s.date, s.time, s.starts_at, m.latitude, m.longitude, m.approved_only,
        ${hasKhateeb('s')} as filled
      from slots s join masjids m on m.uid = s.masjid_uid
      where s.id = ${param('slotId')} and s.masjid_uid = ${param('masjidUid')} and s.removed_at is null
    ), made as materialized (
      select p.khateeb_uid, jsonb_agg(jsonb_build_object(
        'id', p.id, 'slotId', p.slot_id, 'direction', p.direction, 'state', p.state) order by p.number) as proposals
      from here join slots posted using (masjid_uid, date, time) join proposals p on p.slot_id = posted.id
      group by p.khateeb_uid
    ), blocked as materialized (
      select khateeb_uid from blocks where masjid_uid = ${param('masjidUid')}
      union all
      select khateeb_uid from khateeb_marks where masjid_uid = ${param('masjidUid')} and mark = 'not_wanted'
    ), approved as materialized (
      select khateeb_uid from khateeb_marks where masjid_uid = ${param('masjidUid')} and mark = 'approved'
    )
    select k.uid, here.date, here.starts_at as "startsAt", ${databaseNowPerStatement} as now, here.filled, here.latitude, here.longitude, made.proposals,
      here.approved_only as "approvedOnly", k.uid in (select khateeb_uid from approved) as approved,
      exists (select from away_dates a where a.khateeb_uid = k.uid and a.date = here.date) as away,
      its.max_a_month as "maxAMonth", its.max_miles as "maxMiles", its.weeks_between as "weeksBetween", its.short_notice as "shortNotice",
      (select jsonb_agg(jsonb_build_object('masjidUid', booked.masjid_uid, 'date', s.date, 'startsAt', booked.starts_at,
         'latitude', at.latitude, 'longitude', at.longitude))
       from assignments booked join slots s on s.id = booked.slot_id join masjids at on at.uid = booked.masjid_uid
       where booked.khateeb_uid = k.uid and booked.ended_at is null
         and booked.starts_at between here.date - ${conflictWindow('its')} and here.date + ${conflictWindow('its')}) as bookings
    from here
      left join unnest(${param('uids')}::uuid[]) as k (uid) on k.uid not in (select khateeb_uid from blocked)
      left join availability its on its.khateeb_uid = k.uid left join made on made.khateeb_uid = k.uid
  `,
)

/** Selects the fields that only the khateebs on one page of results need. */
export const selectKhateebListFields = preparedStatement(
  (_, param: PlaceholderOf<Pick<FactsParameters, 'masjidUid' | 'uids'>>) => sql<
    Pick<KhateebForSlot, 'uid' | 'emailVerified' | 'languages' | 'lastHere'>
  >`
    select k.uid, ${isEmailVerified('contact')} as "emailVerified",
      coalesce((select languages from availability where khateeb_uid = k.uid), '{}') as languages,
      (select s.date from assignments a join slots s on s.id = a.slot_id
       where a.khateeb_uid = k.uid and a.masjid_uid = ${param('masjidUid')} and a.ended_at is null and ${isOver('a')}
       order by a.starts_at desc limit 1) as "lastHere"
    from khateebs k cross join lateral ${contactOf('k').as('contact')} where k.uid = any(${param('uids')}::uuid[])
  `,
)
