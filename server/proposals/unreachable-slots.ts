import { type RawBuilder, sql } from 'kysely'
import type { OutputOf } from '../../contract/endpoint.ts'
import type { getUser } from '../../contract/own-records.ts'
import type { Booking } from '../../domain/availability/availability.ts'
import {
  areTooFarApart,
  type SlotWithCoordinates,
  travelWindowHours,
} from '../../domain/availability/travel-time.ts'
import { milesBetween } from '../../domain/directory/distance.ts'
import { iso } from '../database/database.ts'

type UnreachableSlot = OutputOf<typeof getUser>['invites'][number]['tooFarFrom']

/** A service that a khateeb is confirmed for, as JSON from the database. */
export interface ConfirmedSlotVenue
  extends Omit<NonNullable<UnreachableSlot>, 'distance'>,
    Omit<SlotWithCoordinates, 'startsAt'> {}

/** A confirmed service. Its start is parsed once to a `Date`, because some responses compare the service with many slots. */
export interface ConfirmedSlot extends Omit<ConfirmedSlotVenue, 'startsAt' | 'khutbahDate'>, Booking {}

export function confirmedSlotOf({ khutbahDate, startsAt, ...slot }: ConfirmedSlotVenue): ConfirmedSlot {
  return { ...slot, date: khutbahDate, startsAt: new Date(startsAt) }
}

/** SQL for the services that a khateeb is confirmed for around an instant, as JSON, earliest first. */
export function confirmedSlotsAround(
  khateebUid: RawBuilder<unknown>,
  instant: RawBuilder<unknown>,
): RawBuilder<ConfirmedSlotVenue[]> {
  const hours = sql`make_interval(hours => ${sql.lit(travelWindowHours)})`
  return confirmedSlotsBetween(khateebUid, sql`${instant} - ${hours}`, sql`${instant} + ${hours}`)
}

/** SQL for the services that a khateeb is confirmed for and that start between two instants, as JSON, earliest first. */
export function confirmedSlotsBetween(
  khateebUid: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<ConfirmedSlotVenue[]> {
  return sql`(
    select coalesce(json_agg(service order by "startsAt"), '[]') from (
      select at.uid as "masjidUid", at.masjid_name as "masjidName", at.time_zone as "timeZone", at.latitude, at.longitude, confirmed.starts_at as "startsAt",
        its.id as "slotId", its.date as "khutbahDate", to_char(its.time, 'HH24:MI') as "khutbahTime"
      from assignments confirmed join slots its on its.id = confirmed.slot_id join masjids at on at.uid = confirmed.masjid_uid
      where confirmed.khateeb_uid = ${khateebUid} and confirmed.ended_at is null
        and confirmed.starts_at between ${from} and ${to}) service)`
}

/**
 * Returns the first of the khateeb's confirmed services that is too far away from this service to travel between the two in time; null if
 * there is none.
 */
export function firstUnreachableSlot(
  service: SlotWithCoordinates,
  confirmed: readonly ConfirmedSlot[],
): UnreachableSlot {
  const far = confirmed.find((it) => areTooFarApart(service, it))
  if (far === undefined) return null
  const { slotId, masjidName, date, khutbahTime, startsAt, timeZone } = far
  return {
    slotId,
    masjidName,
    khutbahDate: date,
    khutbahTime,
    distance: milesBetween(service, far),
    startsAt: iso(startsAt),
    timeZone,
  }
}
