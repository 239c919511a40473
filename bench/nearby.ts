import type { Client } from 'pg'
import { milesBetween, type Point } from '../domain/directory/distance.ts'
import type { Database } from '../server/database/database.ts'
import { searchDirectory } from '../server/directory/directory-search.ts'
import { masjidSearch } from '../server/directory/masjid-and-khateeb-lists.ts'
import { withConnection, withDatabase } from '../tools/postgres/connections.ts'
import { formatMilliseconds, median, type ReportMeasurement } from './report.ts'
import { defaultMasjidCount, type Workload } from './workload.ts'

const limit = 20
/**
 * The radii of the searches in miles. The screens use 30 and 50. A radius of 2 excludes some of the nearest masjids even in dense areas.
 * Undefined means no radius.
 */
const radii = [30, 50, 2, undefined]
const usualRadius = 30

/**
 * Measures the product's list of nearby masjids in a small and a large database, and compares the lists with those of a brute-force search.
 */
export async function measureNearby(
  smallUrl: string,
  largeUrl: string,
  workload: Workload,
  report: ReportMeasurement,
): Promise<void> {
  const points = Array.from({ length: workload.searches }, (_, i) => searchPoint(i))
  const smallTimes: number[] = []
  const largeTimes: number[] = []
  const brute: number[] = []
  let differences = 0
  let comparisons = 0
  await withDatabase(smallUrl, (smallReader) =>
    withDatabase(largeUrl, async (largeReader) => {
      for (const near of [...points.slice(0, 50), ...points]) {
        smallTimes.push(await durationOf(() => nearestMasjids(smallReader, near, usualRadius)))
        largeTimes.push(await durationOf(() => nearestMasjids(largeReader, near, usualRadius)))
      }
      await withConnection(largeUrl, async (client) => {
        for (const near of points.slice(0, workload.comparedSearches)) {
          const all = await bruteForce(client, near)
          brute.push(all.took)
          for (const radius of radii) {
            comparisons += 1
            const found = await nearestMasjids(largeReader, near, radius)
            const expected = all.masjids.filter((it) => it.miles <= (radius ?? Number.POSITIVE_INFINITY))
            if (!isSame(found, expected)) differences += 1
          }
        }
      })
    }),
  )
  // The first fifty searches were warm-up.
  const [smallMedian, largeMedian] = [median(smallTimes.slice(50)), median(largeTimes.slice(50))]
  const name = `nearby at ${workload.masjids.toLocaleString('en-US')}`
  report({
    what: name,
    measured: formatMilliseconds(largeMedian),
    comparison: `at ${defaultMasjidCount.toLocaleString('en-US')} ${formatMilliseconds(smallMedian)}`,
    result: largeMedian / smallMedian,
    unit: '×',
    bound: { atMost: 2 },
  })
  report({
    what: `${name}, faster`,
    measured: formatMilliseconds(largeMedian),
    comparison: `brute force ${formatMilliseconds(median(brute))}`,
    result: median(brute) / largeMedian,
    unit: '×',
    // A ratio of 100 for a million masjids. The bound grows with the number of masjids, as the time of brute force does.
    bound: { atLeast: workload.masjids / 10_000 },
  })
  report({
    what: `${name}, differences`,
    measured: `${comparisons} lists`,
    comparison: 'brute force',
    result: differences,
    unit: '',
    bound: { atMost: 0 },
  })
}

async function nearestMasjids(
  database: Database,
  near: Point,
  radius: number | undefined,
): Promise<FoundMasjid[]> {
  const context = { database, caller: { uid: '' }, nextCursor: () => undefined }
  const cards = await searchDirectory(context, masjidSearch, { near, radius, limit })
  return cards.map((card) => ({ uid: card.uid, miles: milesBetween(near, card) }))
}

interface FoundMasjid {
  readonly uid: string
  readonly miles: number
}

/** Finds the nearest masjids by brute force: SQL computes the haversine distance of every masjid. */
async function bruteForce(client: Client, near: Point): Promise<{ masjids: FoundMasjid[]; took: number }> {
  const begun = performance.now()
  const { rows } = await client.query<FoundMasjid>(
    `select uid, 2 * 6371 / 1.60934 * asin(sqrt(least(1, sin(radians(latitude - $1) / 2) ^ 2
       + cos(radians($1)) * cos(radians(latitude)) * sin(radians(longitude - $2) / 2) ^ 2))) as miles
     from masjids order by miles, uid limit ${limit}`,
    [near.latitude, near.longitude],
  )
  return { masjids: rows, took: performance.now() - begun }
}

/** Whether two lists have the same masjids and distances. Rounding (millionths of a mile) may swap two neighbors in the list. */
function isSame(found: readonly FoundMasjid[], expected: readonly FoundMasjid[]): boolean {
  const rounding = 1e-5
  return (
    found.length === expected.length &&
    found.every(({ miles }, i) => Math.abs(miles - (expected[i]?.miles ?? Number.NaN)) < rounding) &&
    found.every(({ uid, miles }) =>
      expected.some((it) => it.uid === uid || Math.abs(it.miles - miles) < rounding),
    )
  )
}

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * Returns the point of a search, the same in every run. Most points are among the masjids, one in ten is near the date line, and one in ten
 * near a pole.
 */
function searchPoint(number: number): Point {
  const [one, other] = [fraction(number * Math.SQRT2), fraction(number * Math.sqrt(3))]
  if (number % 10 === 1)
    return { latitude: 180 * one - 90, longitude: other < 0.5 ? 179.9 + other / 5 : -180 + other / 10 }
  if (number % 10 === 2) return { latitude: one < 0.5 ? 90 - one : one - 90.5, longitude: 360 * other - 180 }
  return { latitude: 25 + 24 * one, longitude: -124 + 57 * other }
}

function fraction(number: number): number {
  return number - Math.floor(number)
}
