/** Kilometres of a mile, as the product counts them. */
export const kilometresOfMile = 1.60934

/** Kilometres of the Earth's radius, as the product counts them. */
export const earthRadius = 6371

/** A place in degrees. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** Miles over the ground between two places, by the haversine formula (R. W. Sinnott, Sky and Telescope 68, 1984). */
export function milesBetween(a: Point, b: Point): number {
  const halfLatitude = Math.sin(radians(b.latitude - a.latitude) / 2)
  const halfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2)
  const chord =
    halfLatitude ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfLongitude ** 2
  // Rounding may carry the sum past 1 for antipodes.
  return (2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, chord)))) / kilometresOfMile
}

/** Length of the straight line through a unit sphere below `miles` over its ground: what the index measures. */
export function chordOf(miles: number): number {
  const angle = Math.min(Math.PI, (miles * kilometresOfMile) / earthRadius)
  return 2 * Math.sin(angle / 2)
}
