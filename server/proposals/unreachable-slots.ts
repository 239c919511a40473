import { type RawBuilder, sql } from 'kysely'
import type { getUser } from '../../contract/directory.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { areTooFarApart, type SlotVenue, travelWindowHours } from '../../domain/availability/travel-time.ts'
import { milesBetween } from '../../domain/directory/distance.ts'

type UnreachableSlot = OutputOf<typeof getUser>['invites'][number]['tooFarFrom']

/** A service that a khateeb is confirmed for, from JSON. */
export interface ConfirmedSlotVenue
  extends Omit<NonNullable<UnreachableSlot>, 'distance'>,
    Omit<SlotVenue, 'startsAt'> {}

/** The services that a khateeb is confirmed for around an instant, as JSON, earliest first. */
export function confirmedSlotsAround(
  khateebUid: RawBuilder<unknown>,
  instant: RawBuilder<unknown>,
): RawBuilder<ConfirmedSlotVenue[]> {
  const hours = sql`make_interval(hours => ${sql.lit(travelWindowHours)})`
  return sql`(
    select coalesce(json_agg(service order by "startsAt"), '[]') from (
      select at.uid as "masjidUid", at.masjid_name as "masjidName", at.time_zone as "timeZone", at.latitude, at.longitude, confirmed.starts_at as "startsAt",
        its.id as "slotId", its.date as "khutbahDate", to_char(its.time, 'HH24:MI') as "khutbahTime"
      from assignments confirmed join slots its on its.id = confirmed.slot_id join masjids at on at.uid = confirmed.masjid_uid
      where confirmed.khateeb_uid = ${khateebUid} and confirmed.ended_at is null
        and confirmed.starts_at between ${instant} - ${hours} and ${instant} + ${hours}) service)`
}

/** The first of the khateeb's confirmed services that they can hardly reach in time from this one, or that they reach it from; or null. */
export function firstUnreachableSlot(
  service: SlotVenue,
  confirmed: readonly ConfirmedSlotVenue[],
): UnreachableSlot {
  const far = confirmed.find((it) => areTooFarApart(service, { ...it, startsAt: new Date(it.startsAt) }))
  if (far === undefined) return null
  const { slotId, masjidName, khutbahDate, khutbahTime, timeZone } = far
  return {
    slotId,
    masjidName,
    khutbahDate,
    khutbahTime,
    distance: milesBetween(service, far),
    startsAt: new Date(far.startsAt).toISOString(),
    timeZone,
  }
}
