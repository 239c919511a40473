import { milesBetween, type Point } from '../directory/distance.ts'
import { slotMinutes } from '../khutbahs/slot-length.ts'

/** The average speed of a khateeb in miles an hour. The distance is measured in a straight line, so the speed on roads is higher. */
const drivingSpeed = 40

/** The minutes for parking, walking in and settling down. */
const arrivalMinutes = 15

/** Travel time is checked only if the starts of two services are at most this many hours apart. With more time, a khateeb can fly. */
export const travelWindowHours = 12

/** A service that a khateeb leads or may lead, with the coordinates of the masjid. */
export interface SlotWithCoordinates extends Point {
  readonly masjidUid: string
  readonly startsAt: Date
}

/**
 * Whether a khateeb can hardly get from the earlier of two services to the later one in time. The result is only a warning, because the
 * people concerned may know better. Two services at the same masjid need no travel.
 */
export function areTooFarApart(one: SlotWithCoordinates, other: SlotWithCoordinates): boolean {
  if (one.masjidUid === other.masjidUid) return false
  const minutesBetweenStarts = Math.abs(one.startsAt.getTime() - other.startsAt.getTime()) / 60_000
  if (minutesBetweenStarts > travelWindowHours * 60) return false
  const drive = (milesBetween(one, other) / drivingSpeed) * 60
  return minutesBetweenStarts < slotMinutes + drive + arrivalMinutes
}
