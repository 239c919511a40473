import { type RawBuilder, sql } from 'kysely'
import type { Booking, KhateebLimits } from '../../domain/availability/availability.ts'
import type { Point } from '../../domain/directory/distance.ts'

/** The dates of the slots in question, as SQL expressions of type date. */
interface Dates {
  readonly from: RawBuilder<unknown>
  readonly to: RawBuilder<unknown>
}

/** A booking as JSON, with the place of its masjid. */
export interface BookingRow extends Omit<Booking, 'startsAt' | 'place'>, Point {
  readonly startsAt: string
}

/** What a khateeb has set, as JSON, with the dates in this period on which he is away. */
export function limitsOnDates(
  khateebUid: RawBuilder<unknown>,
  { from, to }: Dates,
): RawBuilder<KhateebLimits> {
  return sql`(
    select jsonb_build_object('maxAMonth', its.max_a_month, 'maxMiles', its.max_miles,
      'weeksBetween', its.weeks_between, 'shortNotice', its.short_notice,
      'awayDates', coalesce((
        select jsonb_agg(away.date) from away_dates away
        where away.khateeb_uid = ${khateebUid} and away.date between ${from} and ${to}), '[]'))
    from (values (1)) as one left join availability its on its.khateeb_uid = ${khateebUid})`
}

/**
 * What a khateeb is confirmed for around a period, as JSON: enough to judge his hours and his limits, if he has set any, for a month and
 * between visits, on each of its dates. The index of assignments is by instant, which is less than two days from the masjid's date.
 */
export function bookingsAround(
  khateebUid: RawBuilder<unknown>,
  { from, to }: Dates,
): RawBuilder<BookingRow[]> {
  const reach = reachOf(khateebUid)
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'masjidUid', booked.masjid_uid, 'date', its.date, 'startsAt', booked.starts_at, 'latitude', at.latitude, 'longitude', at.longitude)), '[]')
    from assignments booked join slots its on its.id = booked.slot_id join masjids at on at.uid = booked.masjid_uid
    where booked.khateeb_uid = ${khateebUid} and booked.ended_at is null
      and booked.starts_at between ${from} - ${reach} and ${to} + ${reach})`
}

/** SQL for how far from a slot's date the bookings are that count for a khateeb: an interval. */
export function reachOf(khateebUid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
    select ${bookingReach('its')} from availability its where its.khateeb_uid = ${khateebUid}), interval '2 days')`
}

/**
 * SQL for how far from a slot's date the bookings are that count for its khateeb, from his limits: an interval.
 * @param limits table alias of his row of `availability`, which may be missing
 */
export function bookingReach(limits: string): RawBuilder<unknown> {
  const [maxAMonth, weeksBetween] = [sql.ref(`${limits}.max_a_month`), sql.ref(`${limits}.weeks_between`)]
  return sql`make_interval(days => greatest(case when ${maxAMonth} is null then 2 else 33 end, 2 + 7 * ${weeksBetween}))`
}

export function bookingOf({ masjidUid, date, startsAt, latitude, longitude }: BookingRow): Booking {
  return { masjidUid, date, startsAt: new Date(startsAt), place: { latitude, longitude } }
}
