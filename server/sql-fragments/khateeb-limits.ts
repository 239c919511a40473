import { type RawBuilder, sql } from 'kysely'
import type { Booking, KhateebLimits } from '../../domain/availability/availability.ts'
import type { Point } from '../../domain/directory/distance.ts'

/** The first and last date of a period of slots, as SQL expressions of type date. */
interface Period {
  readonly from: RawBuilder<unknown>
  readonly to: RawBuilder<unknown>
}

/** A booking as JSON, with the place of its masjid. */
export interface BookingRow extends Omit<Booking, 'startsAt' | 'place'>, Point {
  readonly startsAt: string
}

/** SQL for a khateeb's limits as JSON, with the dates in a period on which he is away. */
export function limitsOnDates(
  khateebUid: RawBuilder<unknown>,
  { from, to }: Period,
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
 * SQL for a khateeb's bookings as JSON: all bookings that may conflict with a slot in the period, by its hour or by his limits. Compares
 * the bookings' starts with dates, so that PostgreSQL uses the index. The start of a slot and midnight UTC of its date differ by less than
 * two days.
 */
export function bookingsAround(
  khateebUid: RawBuilder<unknown>,
  { from, to }: Period,
): RawBuilder<BookingRow[]> {
  const around = conflictWindowOf(khateebUid)
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object(
      'masjidUid', booked.masjid_uid, 'date', its.date, 'startsAt', booked.starts_at, 'latitude', at.latitude, 'longitude', at.longitude)), '[]')
    from assignments booked join slots its on its.id = booked.slot_id join masjids at on at.uid = booked.masjid_uid
    where booked.khateeb_uid = ${khateebUid} and booked.ended_at is null
      and booked.starts_at between ${from} - ${around} and ${to} + ${around})`
}

/** SQL for an interval: only a booking of the khateeb within this time of a slot's date may conflict with the slot. */
export function conflictWindowOf(khateebUid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
    select ${conflictWindow('its')} from availability its where its.khateeb_uid = ${khateebUid}), interval '2 days')`
}

/**
 * SQL for the same interval as `conflictWindowOf`, from a row of limits.
 * @param limits table alias of the khateeb's row of `availability`, which is null if he has none
 */
export function conflictWindow(limits: string): RawBuilder<unknown> {
  const [maxAMonth, weeksBetween] = [sql.ref(`${limits}.max_a_month`), sql.ref(`${limits}.weeks_between`)]
  return sql`make_interval(days => greatest(case when ${maxAMonth} is null then 2 else 33 end, 2 + 7 * ${weeksBetween}))`
}

/** Converts a row's JSON into a booking. */
export function bookingOf({ masjidUid, date, startsAt, latitude, longitude }: BookingRow): Booking {
  return { masjidUid, date, startsAt: new Date(startsAt), place: { latitude, longitude } }
}
