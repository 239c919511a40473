import { milesBetween, type Point } from '../directory/distance.ts'
import { serviceMinutes } from '../khutbahs/is-under-way.ts'

/** How fast a khateeb drives, on average, in miles an hour. Measured along the great circle, so roads are already slower. */
const drivingSpeed = 40

/** Minutes for parking, walking in, and settling down. */
const arrivalMinutes = 15

/** Services whose starts are more than this many hours apart are not compared: between them, a khateeb may well fly. */
export const travelWindowHours = 12

/** A service that a khateeb leads, or may lead, and where it takes place. */
export interface SlotVenue extends Point {
  readonly masjidUid: string
  readonly startsAt: Date
}

/**
 * Whether a khateeb who leads both services can hardly get from the earlier to the later one in time. This only warns: the people
 * concerned may know better. At one masjid there is nothing to travel.
 */
export function areTooFarApart(one: SlotVenue, other: SlotVenue): boolean {
  if (one.masjidUid === other.masjidUid) return false
  const minutesBetweenStarts = Math.abs(one.startsAt.getTime() - other.startsAt.getTime()) / 60_000
  if (minutesBetweenStarts > travelWindowHours * 60) return false
  const drive = (milesBetween(one, other) / drivingSpeed) * 60
  return minutesBetweenStarts < serviceMinutes + drive + arrivalMinutes
}
