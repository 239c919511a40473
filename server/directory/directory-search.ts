import { type RawBuilder, sql } from 'kysely'
import { chordLength, milesBetween, type Point } from '../../domain/directory/distance.ts'
import type { Database } from '../database/database.ts'
import { type Param, type PreparedRead, preparedStatement } from '../database/prepared-statement.ts'
import { defaultPageSize, readCursor, writeCursor } from '../http/pagination.ts'

/** A search for masjids or khateebs. Without any field it finds all of them, on one page. */
export interface DirectoryQuery {
  /** A point, or the place of the account with this uid. */
  readonly near?: Point | { readonly uid: string } | undefined
  /** In miles. */
  readonly radius?: number | undefined
  readonly q?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** How to search the accounts of one role. */
interface RoleConfig<Names, Card> {
  readonly table: 'masjids' | 'khateebs'
  /** The columns that only this role's cards have, of the table alias `t`. */
  readonly names: RawBuilder<Names>
  /** The sort key of a search without `near`. */
  readonly orderName: RawBuilder<string>
  /** Implementations list every field: object spread and rest would be the slowest part of a search. */
  readonly cardOf: (row: Names & CommonFields, distance: number | undefined) => Card
}

/** The fields of every card. */
interface CommonFields extends Point {
  readonly uid: string
  readonly city: string
  readonly stateCode: string
  readonly verified: boolean
}

type Row<Names> = Names & CommonFields & { readonly sortKey: string | number }

type RowNearby<Names> = Row<Names> & { readonly hereLatitude: number; readonly hereLongitude: number }

/** The parameters of a search by name; null for no condition. */
interface ByNameParameters {
  readonly q: string | null
  readonly afterKey: string | number | null
  readonly afterUid: string | null
  /** Maximum number of rows. */
  readonly atMost: number | null
}

/** Either a point, or the uid of the account whose place is the center. */
type Center = { readonly [Key in keyof Point]: Point[Key] | null } & { readonly uid: string | null }

interface NearbyParameters extends Center {
  readonly q: string | null
  readonly afterKey: string | number
  readonly afterUid: string
  readonly atMost: number
  /** Half the edge length of the bounding box, on the unit sphere. */
  readonly reach: number
}

/** The prepared statements that search the accounts of one role. */
export interface DirectorySearch<Names, Card> extends Pick<RoleConfig<Names, Card>, 'cardOf'> {
  /** By distance, without a search text. */
  readonly nearest: PreparedRead<NearbyParameters, RowNearby<Names>>
  /** By distance, with a search text. */
  readonly nearestMatching: PreparedRead<NearbyParameters, RowNearby<Names>>
  readonly byName: PreparedRead<ByNameParameters, Row<Names>>
}

/**
 * Makes the prepared statements for one role. A nearby search walks a GiST index outwards from the center, inside the
 * bounding box of the radius. PostgreSQL 15 cannot use that index for an order by distance and uid. So the inner query
 * orders by distance alone and keeps all ties with its last row (accounts in one ZIP have equal distances), and the outer
 * query sorts by uid, too. A search text gets its own statement, because the best plan depends on the text.
 */
export function createDirectorySearch<Names, Card>(
  role: RoleConfig<Names, Card>,
): DirectorySearch<Names, Card> {
  const table = sql.table(role.table)
  const columns = sql`t.uid, ${role.names}, t.city, t.state_code as "stateCode", t.latitude, t.longitude, t.verified,
    t."sortKey"`
  const nearest = (condition: (param: Param<NearbyParameters>) => RawBuilder<unknown>) =>
    preparedStatement((_, param: Param<NearbyParameters>) => {
      const here = sql`(select position from here)`
      const chord = sql`(t.position <-> ${here})`
      return sql<RowNearby<Names>>`
        with here as materialized (
          select latitude, longitude, position from masjids where uid = ${param('uid')}
          union all select latitude, longitude, position from khateebs where uid = ${param('uid')}
          union all select place.*, on_unit_sphere(latitude, longitude)
            from (values (${param('latitude')}::float8, ${param('longitude')}::float8)) as place (latitude, longitude)
            where latitude is not null
        )
        select ${columns}, here.latitude as "hereLatitude", here.longitude as "hereLongitude" from (
          select t.*, ${chord} as "sortKey" from ${table} t
          where t.position <@ cube_enlarge(${here}, ${param('reach')}, 3) and not t.hidden and ${condition(param)}
            and (${chord}, t.uid) > (${param('afterKey')}::float8, ${param('afterUid')}::uuid)
          order by ${chord} fetch first ${param('atMost')} rows with ties
        ) t cross join here
        order by t."sortKey", t.uid limit ${param('atMost')}
      `
    })
  return {
    cardOf: role.cardOf,
    nearest: nearest(() => sql`true`),
    nearestMatching: nearest(matchesSearch),
    byName: preparedStatement(
      (_, param: Param<ByNameParameters>) => sql<Row<Names>>`
        select ${columns} from (select t.*, ${role.orderName} as "sortKey" from ${table} t) t
        where not t.hidden and ${matchesSearch(param)}
          and (${param('afterUid')}::uuid is null or (t."sortKey", t.uid) > (${param('afterKey')}::text, ${param('afterUid')}))
        order by t."sortKey", t.uid limit ${param('atMost')}
      `,
    ),
  }
}

function matchesSearch(param: Param<Pick<ByNameParameters, 'q'>>) {
  // `searchable` drops punctuation. `nullif` makes a search for punctuation alone find nothing instead of everything.
  return sql`(${param('q')}::text is null
    or t.search like '%' || nullif(searchable(${param('q')}), '') || '%')`
}

/** A cursor before the first row: no distance is negative. */
const beforeFirstRow = [-1, '00000000-0000-0000-0000-000000000000'] as const

const noCenter: Center = { uid: null, latitude: null, longitude: null }

/**
 * One page of a search. With `near`, the nearest come first; distances and the radius are great-circle (haversine) miles.
 * Without it, the order is by name. `q` searches name and city.
 */
export async function searchDirectory<Names, Card>(
  database: Pick<Database, 'readPrepared'>,
  { nearest, nearestMatching, byName, cardOf }: DirectorySearch<Names, Card>,
  query: DirectoryQuery,
): Promise<{ readonly cards: Card[]; readonly nextCursor: string | null }> {
  const { near, radius = Number.POSITIVE_INFINITY } = query
  const isWholeList = Object.values(query).every((it) => it === undefined)
  const limit = isWholeList ? Number.POSITIVE_INFINITY : (query.limit ?? defaultPageSize)
  const after = readCursor(query.cursor, near === undefined ? 'name' : 'distance')
  const q = query.q || null
  // One extra row shows whether there is a next page.
  const atMost = isWholeList ? null : limit + 1
  const findByName = async () => {
    const [afterKey, afterUid] = after ?? [null, null]
    const rows = await byName(database, { q, afterKey, afterUid, atMost })
    return rows.map((row) => ({ row, distance: undefined }))
  }
  const findNear = async (center: Center) => {
    const [afterKey, afterUid] = after ?? beforeFirstRow
    const values = {
      ...center,
      q,
      afterKey,
      afterUid,
      atMost: limit + 1,
      reach: chordLength(radius) + margin,
    }
    return withDistance(await (q === null ? nearest : nearestMatching)(database, values), radius)
  }
  const found = await (near === undefined ? findByName() : findNear({ ...noCenter, ...near }))
  const page = found.slice(0, limit)
  const last = page.at(-1)?.row
  return {
    cards: page.map(({ row, distance }) => cardOf(row, distance)),
    nextCursor:
      found.length > page.length && last !== undefined ? writeCursor([last.sortKey, last.uid]) : null,
  }
}

/**
 * Adds distances, and drops rows of the bounding box outside the radius. Rows come nearest first, so a dropped row also
 * means that there is no next page.
 */
function withDistance<Names>(rows: readonly RowNearby<Names>[], radius: number) {
  return rows.flatMap((row) => {
    const distance = milesBetween({ latitude: row.hereLatitude, longitude: row.hereLongitude }, row)
    return distance > radius ? [] : [{ row, distance }]
  })
}

/** Makes the box slightly too large instead of too small. Rounding errors of points on the unit sphere are far smaller. */
const margin = 1e-9
