import type { Point } from '../../domain/directory/distance.ts'
import type { SourceRow } from './sources.ts'

const strayMiles = 5

/** The miles per degree of latitude, on a sphere with a radius of 6,371 km. */
const milesPerDegree = 69.09

/**
 * Whether the Census point of a ZIP can be used. In Alaska, the Census areas are so large that their centers can be hundreds of miles from
 * any town (278 for Anchorage's 99503). And the Census places Auburn's PO boxes (95604) at Lake Tahoe.
 */
const hasUsableCensusPoint = (row: SourceRow) => row.stateCode !== 'AK' && row.zip !== '95604'

/** Returns the miles between two points of one region on a flat map. This is exact enough for thresholds, but not for display. */
function flatMiles(a: Point, b: Point): number {
  const east = (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180)
  return milesPerDegree * Math.hypot(a.latitude - b.latitude, east)
}

/**
 * Returns the Census point if GeoNames' point is outside the area of the ZIP. GeoNames places several hundred ZIPs at the center of their
 * county; the point of UCLA, for example, is 21 miles off. GeoNames' point counts as outside if it is more than 5 miles from the Census
 * point, and the Census point of another ZIP is less than half as far from the Census point. In a large rural area, no other ZIP is so
 * near, so GeoNames' point, which is in the town, is kept.
 */
function pickPoint(row: SourceRow, area: Point, census: readonly Point[]): Point {
  const strayed = flatMiles(row, area)
  if (strayed <= strayMiles) return row
  const reach = strayed / 2 / milesPerDegree
  const outside = census.some(
    (other) =>
      Math.abs(other.latitude - area.latitude) < reach &&
      other !== area &&
      flatMiles(other, area) < strayed / 2,
  )
  return outside ? area : row
}

/** Returns the point that is nearest to the mean of all points. */
function centralPoint(points: readonly Point[]): Point | undefined {
  const mean = {
    latitude: points.reduce((sum, point) => sum + point.latitude, 0) / points.length,
    longitude: points.reduce((sum, point) => sum + point.longitude, 0) / points.length,
  }
  return points.toSorted((a, b) => flatMiles(a, mean) - flatMiles(b, mean))[0]
}

const cityOf = (row: SourceRow) => `${row.city}, ${row.stateCode}`

/**
 * Corrects the coordinates of all rows: first of ZIPs with a Census area, then of PO box ZIPs. If a PO box ZIP is more than 5 miles from
 * all corrected points of its city, it moves to the central point of the city.
 */
export function correctCoordinates(
  rows: readonly SourceRow[],
  census: ReadonlyMap<string, Point>,
): SourceRow[] {
  const areas = [...census.values()]
  const settled = rows.map((row) => {
    const area = census.get(row.zip)
    if (!area || !hasUsableCensusPoint(row)) return row
    const { latitude, longitude } = pickPoint(row, area, areas)
    return { ...row, latitude, longitude }
  })
  const byCity = new Map<string, SourceRow[]>()
  for (const row of settled) {
    const sameCity = byCity.get(cityOf(row)) ?? []
    if (census.has(row.zip)) byCity.set(cityOf(row), [...sameCity, row])
  }
  return settled.map((row) => {
    const city = byCity.get(cityOf(row))
    if (census.has(row.zip) || !city || city.some((point) => flatMiles(row, point) <= strayMiles)) return row
    const { latitude, longitude } = centralPoint(city) ?? row
    return { ...row, latitude, longitude }
  })
}
