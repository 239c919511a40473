import type { getMasjids } from '../../contract/directory.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { chordLength, milesBetween, type Point } from '../../domain/directory/distance.ts'
import type { Database } from '../database/database.ts'
import { defaultPageSize, paginate, readCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'
import {
  type DirectorySearch,
  type FilterParameters,
  maxSortedMatches,
  type NearbyRow,
  type Row,
  type SearchResultFields,
  type SimilarRow,
} from './search-statements.ts'

/** The sort key and uid of a cursor before the first row. The sort key is a distance, which is never negative. */
const positionBeforeFirstRow = [-1, '00000000-0000-0000-0000-000000000000'] as const

/** The maximum number of rows on a page with suggestions. A search with this many matches gets no suggestions. */
const enoughMatches = 5

/** `search_similar` compares, and so returns, at most this number of rows. */
const maxSimilarRows = 1_000

/**
 * The minimum similarity of suggestions. If the search text has matches, it is probably spelled right, so suggestions must be more similar.
 */
const minSimilarity = { alone: 0.5, besideMatches: 0.8 }

interface FoundRow<Names> extends SearchResultFields {
  readonly row: Row<Names>
}

interface SearchContext extends Pick<SignedInContext, 'nextCursor'> {
  readonly database: Pick<Database, 'readPrepared'>
  readonly caller: { readonly uid: string }
}

type Query = InputOf<typeof getMasjids>

/**
 * Returns one page of a search for masjids or khateebs, or the whole list if the query has no field. With `near`, the nearest come first;
 * distances and the radius are great-circle (haversine) miles. Without `near`, the order is by name. `q` searches name, city, state and
 * ZIP. If a search text has few matches, suggestions follow, the most similar first. A search without a text, and without matches inside
 * the radius, returns the nearest rows within `otherwiseWithin` as suggestions. Sets the cursor of the next page.
 */
export async function searchDirectory<Names, Card>(
  context: SearchContext,
  search: DirectorySearch<Names, Card>,
  query: Query,
): Promise<Card[]> {
  const isWholeList = Object.values(query).every((it) => it === undefined)
  const limit = isWholeList ? Number.POSITIVE_INFINITY : (query.limit ?? defaultPageSize)
  const found = await findMatches(context, search, query, limit)
  const page = paginate(context, found, limit, ({ row }) => [row.sortKey, row.uid])
  const suggestions = await findSuggestions(context, search, query, Math.min(limit, enoughMatches), page)
  return [...page, ...suggestions].map((it) => search.cardOf(it.row, it))
}

/**
 * Returns the matches of one page, and one more match if there is a next page. For speed, uses no object rest, and a spread comes last,
 * because V8 takes a microsecond for each field that follows it.
 */
async function findMatches<Names, Card>(
  context: SearchContext,
  search: DirectorySearch<Names, Card>,
  query: Query,
  limit: number,
): Promise<FoundRow<Names>[]> {
  const { near, radius = Number.POSITIVE_INFINITY, cursor, q } = query
  const { database, caller } = context
  const filter = filterOf(caller, query)
  const after = readCursor(cursor, near === undefined ? 'name' : 'distance')
  const atMost = Number.isFinite(limit) ? limit + 1 : null
  if (near === undefined) {
    const [afterKey, afterUid] = after ?? [null, null]
    const page = { afterKey, afterUid, atMost, ...filter }
    const rows = await (q ? search.byNameMatching(database, { q, ...page }) : search.byName(database, page))
    return rows.map((row) => ({ row }))
  }
  const { uid, latitude, longitude } = centerOf(near, caller)
  const reach = chordLength(radius) + margin
  if (!q && after === undefined) {
    const first = await search.nearest(database, { uid, latitude, longitude, atMost, reach, ...filter })
    return rowsWithinRadius(first, radius)
  }
  const [afterKey, afterUid] = after ?? positionBeforeFirstRow
  const page = { uid, latitude, longitude, afterKey, afterUid, atMost, ...filter }
  if (!q) return rowsWithinRadius(await search.nearestAfter(database, { reach, ...page }), radius)
  // A search by text has two statements. The first sorts all matches, which is slow if there are many. The second is slow if there are few.
  // The first also counts the matches, so the second runs only if there are many.
  const few = await search.nearestOfFew(database, { q, ...page })
  const areMany = (few[0]?.matches ?? 0) > maxSortedMatches
  return rowsWithinRadius(areMany ? await search.nearestOfMany(database, { q, ...page }) : few, radius)
}

/** Returns suggestions to add to the `found` matches, up to `enough` rows in total. Only the first page has suggestions. */
async function findSuggestions<Names, Card>(
  { database, caller }: SearchContext,
  search: DirectorySearch<Names, Card>,
  query: Query,
  enough: number,
  found: readonly FoundRow<Names>[],
): Promise<FoundRow<Names>[]> {
  const { near, radius = Number.POSITIVE_INFINITY, otherwiseWithin, cursor, q, openSlots } = query
  if (cursor !== undefined || found.length >= enough) return []
  const center = near === undefined ? noCenter : centerOf(near, caller)
  if (!q) {
    if (near === undefined || otherwiseWithin === undefined || found.length > 0) return []
    const reach = chordLength(otherwiseWithin) + margin
    const first = { atMost: enough, reach, ...center, ...filterOf(caller, query) }
    const closest = await search.nearest(database, first)
    return rowsWithinRadius(closest, otherwiseWithin).map((it) => ({ isSuggestion: true, ...it }))
  }
  // `openSlots=only` gets no suggestions: the filter would run after the limit on similar rows, and would drop most of them.
  if (openSlots === 'only') return []
  const atLeast = found.length === 0 ? minSimilarity.alone : minSimilarity.besideMatches
  // If the search has a radius, the most similar rows may be outside it. So the statement returns all similar rows.
  const atMost = Number.isFinite(radius) ? maxSimilarRows : enough
  const rows = await search.similar(database, { q, atLeast, atMost, ...center, ...filterOf(caller, query) })
  const known = new Set(found.map(({ row }) => row.uid))
  return rows
    .filter(({ uid }) => !known.has(uid))
    .map((row) => ({ row, distance: distanceOf(row), isSuggestion: true as const }))
    .filter(({ distance }) => (distance ?? 0) <= radius)
    .slice(0, enough - found.length)
}

function filterOf(
  { uid }: SearchContext['caller'],
  { openOn, language }: Pick<Query, 'openOn' | 'language'>,
): FilterParameters {
  return { viewer: uid, openOn: openOn ?? null, language: language ?? null }
}

const noCenter = { uid: null, latitude: null, longitude: null }

function centerOf(near: 'me' | Point, caller: { readonly uid: string }) {
  return near === 'me' ? { uid: caller.uid, latitude: null, longitude: null } : { uid: null, ...near }
}

/** Adds distances, and drops rows outside the radius. Rows are sorted by distance, so if a row is dropped, there is no next page. */
function rowsWithinRadius<Names>(rows: readonly NearbyRow<Names>[], radius: number): FoundRow<Names>[] {
  return rows
    .map((row) => ({
      row,
      distance: milesBetween({ latitude: row.hereLatitude, longitude: row.hereLongitude }, row),
    }))
    .filter(({ distance }) => distance <= radius)
}

/** Returns the distance in miles; undefined if the search has no center. */
function distanceOf<Names>(row: SimilarRow<Names>): number | undefined {
  const { hereLatitude: latitude, hereLongitude: longitude } = row
  return latitude === null || longitude === null ? undefined : milesBetween({ latitude, longitude }, row)
}

/**
 * Makes the bounding box slightly too large, so that rounding errors exclude no row. The margin is far larger than rounding errors on the
 * unit sphere.
 */
const margin = 1e-9
