import { type RawBuilder, sql } from 'kysely'
import type { Point } from '../../domain/directory/distance.ts'
import { type PlaceholderOf, type PreparedRead, preparedStatement } from '../database/prepared-statement.ts'

/** The description of a search for masjids or khateebs, from which its statements are made. */
export interface DirectorySearchConfig<Names, Card> {
  readonly table: 'masjids' | 'khateebs'
  /**
   * The fields that only cards of this role have, with their columns. Without `near`, cards are sorted by these columns, joined in this
   * order.
   */
  readonly names: Readonly<Record<keyof Names, string>>
  /** Makes a card. Implementations list every field, because object spread and rest would be the slowest part of a search. */
  readonly cardOf: (row: Names & CommonFields, found: SearchResultFields) => Card
  /** Returns an additional SQL condition on the row `t`. Suspended accounts are left out in any case. */
  readonly filter?: (param: PlaceholderOf<FilterParameters>) => RawBuilder<boolean>
}

/** The parameters of a filter. */
export interface FilterParameters {
  /** The uid of the calling party. */
  readonly viewer: string
  /** Only masjids with an open slot on this date, YYYY-MM-DD; null for any date. */
  readonly openOn: string | null
  /** Only masjids that ask for this language at an open slot; null for any language. */
  readonly language: string | null
}

/** The fields of every card. */
interface CommonFields extends Point {
  readonly uid: string
  readonly city: string
  readonly stateCode: string
  readonly verified: boolean
}

/** The fields of a card that depend on the search. */
export interface SearchResultFields {
  /** The distance from the center in miles; undefined without a center. */
  readonly distance?: number | undefined
  /** True if the row only resembles the search text, or is outside the radius but within `otherwiseWithin`. */
  readonly isSuggestion?: true
}

export type Row<Names> = Names & CommonFields & { readonly sortKey: string | number }

export type NearbyRow<Names> = Row<Names> & { readonly hereLatitude: number; readonly hereLongitude: number }

/** A row with the coordinates of the search's center. They are null if the search has no center. */
export type SimilarRow<Names> = Row<Names> & {
  readonly hereLatitude: number | null
  readonly hereLongitude: number | null
}

/** The center of a search: a point, or the location of the account with this uid. All fields are null if the search has no center. */
interface Center {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly uid: string | null
}

/** The sort key and uid after which a page begins, and the length of the page. Null means no limit. */
interface PageParameters extends FilterParameters {
  readonly afterKey: string | number | null
  readonly afterUid: string | null
  /** Maximum number of rows. */
  readonly atMost: number | null
}

interface FirstNearbyParameters extends FilterParameters, Center, Pick<PageParameters, 'atMost'> {
  /** Half the edge length of the bounding box, on the unit sphere. */
  readonly reach: number
}

interface NearbyParameters extends PageParameters, FirstNearbyParameters {}

interface SearchTextParameters {
  readonly q: string
}

interface SimilarParameters extends SearchTextParameters, Center, FilterParameters {
  /** Minimum similarity, between 0 and 2. */
  readonly atLeast: number
  readonly atMost: number
}

/** The prepared statements that search the accounts of one role. */
export interface DirectorySearch<Names, Card> extends Pick<DirectorySearchConfig<Names, Card>, 'cardOf'> {
  /** Reads the first page. */
  readonly nearest: PreparedRead<FirstNearbyParameters, NearbyRow<Names>>
  /** Reads a later page. It has a statement of its own, because the condition on the cursor makes the first page about a tenth slower. */
  readonly nearestAfter: PreparedRead<NearbyParameters, NearbyRow<Names>>
  /**
   * Reads the nearest matches. `matches` is the number of all matches, counted up to `maxSortedMatches + 1`. If it is above
   * `maxSortedMatches`, the rows are not the nearest ones, so use `nearestOfMany`.
   */
  readonly nearestOfFew: PreparedRead<
    PageParameters & Center & SearchTextParameters,
    NearbyRow<Names> & { readonly matches: number }
  >
  /** Reads the nearest matches. This statement is fast only if there are many matches. */
  readonly nearestOfMany: PreparedRead<PageParameters & Center & SearchTextParameters, NearbyRow<Names>>
  readonly byName: PreparedRead<PageParameters, Row<Names>>
  readonly byNameMatching: PreparedRead<PageParameters & SearchTextParameters, Row<Names>>
  /** Reads rows whose name or city resembles the search text, the most similar first. */
  readonly similar: PreparedRead<SimilarParameters, SimilarRow<Names>>
}

/**
 * The largest number of matches that are sorted by distance. With more matches, it is faster to walk the index outwards from the center.
 */
export const maxSortedMatches = 2_000

/**
 * Makes the prepared statements for one role. A nearby search walks a GiST index outwards from the center, inside the bounding box of the
 * radius. PostgreSQL 15 cannot use this index to sort by distance and uid. So the inner query sorts by distance alone and keeps all rows
 * that are as far as its last row (accounts in one ZIP have equal distances). The outer query then sorts by distance and uid. Searches with
 * a text have separate statements, because their best plans differ.
 */
export function createDirectorySearch<Names, Card>(
  role: DirectorySearchConfig<Names, Card>,
): DirectorySearch<Names, Card> {
  const table = sql.table(role.table)
  const names = Object.entries<string>(role.names)
  const isListed = (param: PlaceholderOf<FilterParameters>) =>
    role.filter === undefined ? sql`not t.hidden` : sql`not t.hidden and ${role.filter(param)}`
  const nameColumns = sql.join(names.map(([field, column]) => sql.ref(`t.${column}`).as(field)))
  const nameParts = names.map(([, column]) => sql.ref(`t.${column}`))
  const fullName = sql.join(nameParts, sql` || ' ' || `)
  const columns = sql`t.uid, ${nameColumns}, t.city, t.state_code as "stateCode", t.latitude, t.longitude, t.verified`
  const hereColumns = sql`here.latitude as "hereLatitude", here.longitude as "hereLongitude"`
  const selectNearest = (param: PlaceholderOf<FirstNearbyParameters>, condition: RawBuilder<unknown>) =>
    sql<NearbyRow<Names>>`
      with ${center(param)}
      select t.*, ${hereColumns} from (
        select ${columns}, ${chord} as "sortKey" from ${table} t
        where t.position <@ cube_enlarge(${centerPosition}, ${param('reach')}, 3) and ${condition}
        order by ${chord} fetch first ${param('atMost')} rows with ties
      ) t cross join here
      order by t."sortKey", t.uid limit ${param('atMost')}
    `
  return {
    cardOf: role.cardOf,
    nearest: preparedStatement((_, param: PlaceholderOf<FirstNearbyParameters>) =>
      selectNearest(param, isListed(param)),
    ),
    nearestAfter: preparedStatement((_, param: PlaceholderOf<NearbyParameters>) =>
      selectNearest(param, sql`${isListed(param)} and ${isAfter(param)}`),
    ),
    nearestOfFew: preparedStatement(
      (_, param: PlaceholderOf<PageParameters & Center & SearchTextParameters>) => sql<
        NearbyRow<Names> & { readonly matches: number }
      >`
        with ${center(param)}, ${patterns(param)}, matches as materialized (
          select ${columns}, ${chord} as "sortKey" from ${table} t
          where ${matchesPatternsByIndex} and ${isListed(param)} limit ${sql.lit(maxSortedMatches + 1)}
        )
        select t.*, ${hereColumns}, (select count(*)::int from matches) as matches
        from matches t cross join here
        where (t."sortKey", t.uid) > (${param('afterKey')}::float8, ${param('afterUid')}::uuid)
          or (select count(*) from matches) > ${sql.lit(maxSortedMatches)}
        order by t."sortKey", t.uid limit ${param('atMost')}
      `,
    ),
    // `coalesce` makes the planner walk the index. Without it, the planner expects few rows and sorts them all.
    nearestOfMany: preparedStatement(
      (_, param: PlaceholderOf<PageParameters & Center & SearchTextParameters>) => sql<NearbyRow<Names>>`
        with ${center(param)}, ${patterns(param)}
        select t.*, ${hereColumns} from (
          select ${columns}, ${chord} as "sortKey" from ${table} t
          where ${isListed(param)} and coalesce(${matchesPatterns} and ${isAfter(param)}, false)
          order by ${chord} fetch first ${param('atMost')} rows with ties
        ) t cross join here
        order by t."sortKey", t.uid limit ${param('atMost')}
      `,
    ),
    byName: preparedStatement(
      (_, param: PlaceholderOf<PageParameters>) => sql<Row<Names>>`
        select ${columns}, t."sortKey" from (select t.*, lower(${fullName}) as "sortKey" from ${table} t) t
        where ${isListed(param)} and ${isAfterName(param)}
        order by t."sortKey", t.uid limit ${param('atMost')}
      `,
    ),
    byNameMatching: preparedStatement(
      (_, param: PlaceholderOf<PageParameters & SearchTextParameters>) => sql<Row<Names>>`
        with ${patterns(param)}
        select ${columns}, t."sortKey" from (select t.*, lower(${fullName}) as "sortKey" from ${table} t) t
        where ${matchesPatternsByIndex} and ${isListed(param)} and ${isAfterName(param)}
        order by t."sortKey", t.uid limit ${param('atMost')}
      `,
    ),
    similar: preparedStatement(
      (_, param: PlaceholderOf<SimilarParameters>) => sql<SimilarRow<Names>>`
        with ${center(param)}
        select t.*, ${hereColumns} from (
          select ${columns}, s.n as "sortKey"
          from search_similar(${sql.lit(role.table)}, ${param('q')}, ${param('atLeast')}, ${param('atMost')})
            with ordinality as s (uid, n)
            join ${table} t using (uid)
          where ${isListed(param)}
        ) t left join here on true
        order by t."sortKey"
      `,
    ),
  }
}

const centerPosition = sql`(select position from here)`
const chord = sql`(t.position <-> ${centerPosition})`

/** Returns the CTE `here` with the coordinates of the search’s center. It has no row if the search has no center. */
function center(param: PlaceholderOf<Center>): RawBuilder<unknown> {
  return sql`here as materialized (
    select latitude, longitude, position from masjids where uid = ${param('uid')}
    union all select latitude, longitude, position from khateebs where uid = ${param('uid')}
    union all select place.*, on_unit_sphere(latitude, longitude)
      from (values (${param('latitude')}::float8, ${param('longitude')}::float8)) as place (latitude, longitude)
      where latitude is not null
  )`
}

/**
 * Returns a CTE `patterns`: an array of patterns, longest first, all of which `search` must match. A search text of only punctuation
 * matches nothing.
 */
function patterns(param: PlaceholderOf<SearchTextParameters>): RawBuilder<unknown> {
  return sql`patterns as materialized (select search_patterns(${param('q')}) as p)`
}

const matchesPatterns = sql`t.search like all ((select p from patterns)::text[])`

/**
 * The condition `matchesPatterns` in a form that uses the index. The index cannot search for all elements of an array. So it searches for
 * the first three patterns, and `matchesPatterns` then checks all.
 */
const matchesPatternsByIndex = sql`t.search like (select p[1] from patterns)
  and t.search like (select coalesce(p[2], '%') from patterns)
  and t.search like (select coalesce(p[3], '%') from patterns) and ${matchesPatterns}`

function isAfter(param: PlaceholderOf<PageParameters>): RawBuilder<unknown> {
  return sql`(${chord}, t.uid) > (${param('afterKey')}::float8, ${param('afterUid')}::uuid)`
}

function isAfterName(param: PlaceholderOf<PageParameters>): RawBuilder<unknown> {
  return sql`(${param('afterUid')}::uuid is null
    or (t."sortKey", t.uid) > (${param('afterKey')}::text, ${param('afterUid')}))`
}
