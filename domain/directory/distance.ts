/** The kilometers in a mile, as the product's specification defines them (see docs/decisions/nearby-search.md). */
export const kilometersPerMile = 1.60934

/** The Earth's radius in kilometers, as the product's specification defines it. */
export const earthRadius = 6371

/** The coordinates of a place, in degrees. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** Returns the great-circle distance in miles, by the haversine formula (R. W. Sinnott, Sky and Telescope 68, 1984). */
export function milesBetween(a: Point, b: Point): number {
  const halfLatitude = Math.sin(radians(b.latitude - a.latitude) / 2)
  const halfLongitude = Math.sin(radians(b.longitude - a.longitude) / 2)
  const haversine =
    halfLatitude ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfLongitude ** 2
  // For antipodes, rounding errors can make `haversine` greater than 1.
  return (2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, haversine)))) / kilometersPerMile
}

/** Returns the length of the chord on a unit sphere for a great-circle distance in miles. The database index compares chord lengths. */
export function chordLength(miles: number): number {
  const angle = Math.min(Math.PI, (miles * kilometersPerMile) / earthRadius)
  return 2 * Math.sin(angle / 2)
}
