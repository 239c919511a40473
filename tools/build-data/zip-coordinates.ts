import type { Point, SourceRow } from './sources.ts'

const STRAY_MILES = 5

/** Of latitude, on a sphere of 6371 km. */
const MILES_PER_DEGREE = 69.09

/**
 * Where the Census is the one that is wrong: in Alaska its areas are so vast that their middle lies hundreds of
 * miles from anyone (Anchorage's 99503: 278), and it draws Auburn's post office boxes (95604) at Lake Tahoe.
 */
const trustsCensus = (row: SourceRow) => row.stateCode !== 'AK' && row.zip !== '95604'

/** Miles between two points of one region, on a flat map: only compared with thresholds, never shown. */
function flatMiles(a: Point, b: Point): number {
  const east = (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180)
  return MILES_PER_DEGREE * Math.hypot(a.latitude - b.latitude, east)
}

/**
 * GeoNames puts several hundred ZIPs at the middle of their county: UCLA 21 miles from UCLA. The Census knows the
 * area, so it wins when GeoNames strays so far that another ZIP is at least twice as near: then the point is
 * outside the area. In a wide empty ZIP it isn't, and GeoNames knows where in it the town is.
 */
function betterOfBoth(row: SourceRow, area: Point, census: readonly Point[]): Point {
  const strayed = flatMiles(row, area)
  if (strayed <= STRAY_MILES) return row
  const reach = strayed / 2 / MILES_PER_DEGREE
  const outside = census.some(
    (other) =>
      Math.abs(other.latitude - area.latitude) < reach &&
      other !== area &&
      flatMiles(other, area) < strayed / 2,
  )
  return outside ? area : row
}

/** Of a city's settled points the one nearest to their mean. */
function middle(points: readonly Point[]): Point | undefined {
  const mean = {
    latitude: points.reduce((sum, point) => sum + point.latitude, 0) / points.length,
    longitude: points.reduce((sum, point) => sum + point.longitude, 0) / points.length,
  }
  return points.toSorted((a, b) => flatMiles(a, mean) - flatMiles(b, mean))[0]
}

const cityOf = (row: SourceRow) => `${row.city}, ${row.stateCode}`

/**
 * The best point for every row. ZIPs with a Census area are settled first; a post office box then goes to the
 * middle of its city when its own point is more than 5 miles from every settled point of that city.
 */
export function correctCoordinates(rows: readonly SourceRow[], census: ReadonlyMap<string, Point>): SourceRow[] {
  const areas = [...census.values()]
  const settled = rows.map((row) => {
    const area = census.get(row.zip)
    if (!area || !trustsCensus(row)) return row
    const { latitude, longitude } = betterOfBoth(row, area, areas)
    return { ...row, latitude, longitude }
  })
  const byCity = new Map<string, SourceRow[]>()
  for (const row of settled) {
    const sameCity = byCity.get(cityOf(row)) ?? []
    if (census.has(row.zip)) byCity.set(cityOf(row), [...sameCity, row])
  }
  return settled.map((row) => {
    const city = byCity.get(cityOf(row))
    if (census.has(row.zip) || !city || city.some((point) => flatMiles(row, point) <= STRAY_MILES)) return row
    const { latitude, longitude } = middle(city) ?? row
    return { ...row, latitude, longitude }
  })
}
