import { type RawBuilder, sql } from 'kysely'
import type { getMasjids } from '../../contract/directory.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { chordLength, milesBetween, type Point } from '../../domain/directory/distance.ts'
import type { Database } from '../database/database.ts'
import { type Param, type PreparedRead, preparedStatement } from '../database/prepared-statement.ts'
import { defaultPageSize, pageOf, readCursor } from '../http/pagination.ts'
import type { SignedInContext } from '../http/route.ts'

/** How to search the accounts of one role. */
interface RoleConfig<Names, Card> {
  readonly table: 'masjids' | 'khateebs'
  /**
   * The fields that only this role's cards have, and their columns. Without `near`, cards are sorted by these columns, joined in
   * this order.
   */
  readonly names: Readonly<Record<keyof Names, string>>
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

/** The center is a point, or the place of the account with this uid. */
interface NearbyParameters extends ByNameParameters {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly uid: string | null
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
  const names = Object.entries<string>(role.names)
  const nameColumns = sql.join(names.map(([field, column]) => sql.ref(`t.${column}`).as(field)))
  const nameParts = names.map(([, column]) => sql.ref(`t.${column}`))
  const fullName = sql.join(nameParts, sql` || ' ' || `)
  const columns = sql`t.uid, ${nameColumns}, t.city, t.state_code as "stateCode", t.latitude, t.longitude, t.verified,
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
    nearestMatching: nearest((param) => matchesSearch('t', param)),
    byName: preparedStatement(
      (_, param: Param<ByNameParameters>) => sql<Row<Names>>`
        select ${columns} from (select t.*, lower(${fullName}) as "sortKey" from ${table} t) t
        where not t.hidden and ${matchesSearch('t', param)}
          and (${param('afterUid')}::uuid is null or (t."sortKey", t.uid) > (${param('afterKey')}::text, ${param('afterUid')}))
        order by t."sortKey", t.uid limit ${param('atMost')}
      `,
    ),
  }
}

/** @param row table alias of the masjid's or khateeb's row */
function matchesSearch(row: string, param: Param<Pick<ByNameParameters, 'q'>>) {
  // `searchable` drops punctuation. `nullif` makes a search for punctuation alone find nothing instead of everything.
  return sql`(${param('q')}::text is null
    or ${sql.ref(`${row}.search`)} like '%' || nullif(searchable(${param('q')}), '') || '%')`
}

/** A cursor before the first row: no distance is negative. */
const beforeFirstRow = [-1, '00000000-0000-0000-0000-000000000000'] as const

interface Found<Names> {
  readonly row: Row<Names>
  /** In miles. */
  readonly distance?: number
}

interface SearchContext extends Pick<SignedInContext, 'nextCursor'> {
  readonly database: Pick<Database, 'readPrepared'>
  readonly caller: { readonly uid: string }
}

/**
 * One page of a search for masjids or khateebs; without any field in the query, all of them. With `near`, the nearest come
 * first; distances and the radius are great-circle (haversine) miles. Without it, the order is by name. `q` searches name and
 * city. Sets the cursor of the next page.
 */
export async function searchDirectory<Names, Card>(
  context: SearchContext,
  { nearest, nearestMatching, byName, cardOf }: DirectorySearch<Names, Card>,
  query: InputOf<typeof getMasjids>,
): Promise<Card[]> {
  const { database, caller } = context
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
    return rows.map((row): Found<Names> => ({ row }))
  }
  const findNear = async (place: 'me' | Point) => {
    const center =
      place === 'me' ? { uid: caller.uid, latitude: null, longitude: null } : { uid: null, ...place }
    const [afterKey, afterUid] = after ?? beforeFirstRow
    const reach = chordLength(radius) + margin
    const values = { ...center, q, afterKey, afterUid, atMost: limit + 1, reach }
    return withDistance(await (q === null ? nearest : nearestMatching)(database, values), radius)
  }
  const found = await (near === undefined ? findByName() : findNear(near))
  const page = pageOf(context, found, limit, ({ row }) => [row.sortKey, row.uid])
  return page.map(({ row, distance }) => cardOf(row, distance))
}

/**
 * Adds distances, and drops rows of the bounding box outside the radius. Rows come nearest first, so a dropped row also
 * means that there is no next page.
 */
function withDistance<Names>(rows: readonly RowNearby<Names>[], radius: number): Found<Names>[] {
  return rows.flatMap((row) => {
    const distance = milesBetween({ latitude: row.hereLatitude, longitude: row.hereLongitude }, row)
    return distance > radius ? [] : [{ row, distance }]
  })
}

/** Makes the box slightly too large instead of too small. The margin is far larger than rounding errors on the unit sphere. */
const margin = 1e-9
