import { type RawBuilder, sql } from 'kysely'
import { chordOf, milesBetween, type Point } from '../../domain/directory/distance.ts'
import type { Database } from '../database/database.ts'
import { type Given, statement } from '../database/statement.ts'
import { defaultPageSize, readCursor, writeCursor } from '../http/pagination.ts'

/** What is asked of a list of masjids or khateebs; without anything, it is the whole list. `near` may be where somebody is. */
export interface Asked {
  readonly near?: Point | { readonly uid: string } | undefined
  /** Miles around `near`. */
  readonly radius?: number | undefined
  readonly q?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** How one kind of people is listed. */
interface Kind<Names, Card> {
  readonly table: 'masjids' | 'khateebs'
  /** The columns that a card has beside what all have, of the table as `t`. */
  readonly names: RawBuilder<Names>
  /** What the list is ordered by where no place is given. */
  readonly orderName: RawBuilder<string>
  /** Written out field by field: taking rows apart and spreading them is what would take the longest here. */
  readonly cardOf: (row: Names & Person, distance: number | undefined) => Card
}

/** What everybody's card has. */
interface Person extends Point {
  readonly uid: string
  readonly city: string
  readonly stateCode: string
  readonly verified: boolean
}

type Row<Names> = Names & Person & { readonly sortKey: string | number }

type RowAround<Names> = Row<Names> & { readonly hereLatitude: number; readonly hereLongitude: number }

/** What both orders can be asked for; null is "whatever". */
interface Conditions {
  readonly q: string | null
  readonly afterKey: string | number | null
  readonly afterUid: string | null
  /** Rows at most. */
  readonly atMost: number | null
}

/** A place by itself, or whose it is. */
type Place = { readonly [Key in keyof Point]: Point[Key] | null } & { readonly uid: string | null }

interface Around extends Place {
  readonly q: string | null
  readonly afterKey: string | number
  readonly afterUid: string
  readonly atMost: number
  /** Half the edge of the box to look into, on the unit sphere. */
  readonly reach: number
}

/** A kind of people with the ways to ask for them: around a place all of them or those that a search finds, or by name. */
export interface Listing<Names, Card> extends Pick<Kind<Names, Card>, 'cardOf'> {
  readonly nearest: (database: Pick<Database, 'readPrepared'>, values: Around) => Promise<RowAround<Names>[]>
  readonly nearestFound: (database: Pick<Database, 'readPrepared'>, values: Around) => Promise<RowAround<Names>[]>
  readonly byName: (database: Pick<Database, 'readPrepared'>, values: Conditions) => Promise<Row<Names>[]>
}

/**
 * The statements of one kind of people. With a place the index walks outwards from the point, inside the box around
 * the radius. The nearest are found by distance alone, with all that share the last one's (whoever has the same ZIP
 * does), and put into the list's whole order afterwards: PostgreSQL 15 walks no index for an order that the index has
 * only half of. Every condition on a place holds for all values, so one plan serves them all; a search has its own, as its
 * words decide whether the index of words is the better one.
 */
export function createDirectorySearch<Names, Card>(kind: Kind<Names, Card>): Listing<Names, Card> {
  const table = sql.table(kind.table)
  const columns = sql`t.uid, ${kind.names}, t.city, t.state_code as "stateCode", t.latitude, t.longitude, t.verified,
    t."sortKey"`
  const nearest = (which: (given: Given<Around>) => RawBuilder<unknown>) =>
    statement((_, given: Given<Around>) => {
      const here = sql`(select position from here)`
      const chord = sql`(t.position <-> ${here})`
      return sql<RowAround<Names>>`
        with here as materialized (
          select latitude, longitude, position from masjids where uid = ${given('uid')}
          union all select latitude, longitude, position from khateebs where uid = ${given('uid')}
          union all select place.*, on_unit_sphere(latitude, longitude)
            from (values (${given('latitude')}::float8, ${given('longitude')}::float8)) as place (latitude, longitude)
            where latitude is not null
        )
        select ${columns}, here.latitude as "hereLatitude", here.longitude as "hereLongitude" from (
          select t.*, ${chord} as "sortKey" from ${table} t
          where t.position <@ cube_enlarge(${here}, ${given('reach')}, 3) and not t.hidden and ${which(given)}
            and (${chord}, t.uid) > (${given('afterKey')}::float8, ${given('afterUid')}::uuid)
          order by ${chord} fetch first ${given('atMost')} rows with ties
        ) t cross join here
        order by t."sortKey", t.uid limit ${given('atMost')}
      `
    })
  return {
    cardOf: kind.cardOf,
    nearest: nearest(() => sql`true`),
    nearestFound: nearest(found),
    byName: statement(
      (_, given: Given<Conditions>) => sql<Row<Names>>`
        select ${columns} from (select t.*, ${kind.orderName} as "sortKey" from ${table} t) t
        where not t.hidden and ${found(given)}
          and (${given('afterUid')}::uuid is null or (t."sortKey", t.uid) > (${given('afterKey')}::text, ${given('afterUid')}))
        order by t."sortKey", t.uid limit ${given('atMost')}
      `,
    ),
  }
}

function found(given: Given<Pick<Conditions, 'q'>>) {
  // A search of nothing but punctuation finds nothing, where an empty pattern would find all.
  return sql`(${given('q')}::text is null
    or t.search like '%' || nullif(searchable(${given('q')}), '') || '%')`
}

interface Listed<Card> {
  readonly cards: Card[]
  readonly nextCursor: string | null
}

/** A key and a uid that come before every other: no distance is negative. */
const beforeAll = -1
const noUid = '00000000-0000-0000-0000-000000000000'

/**
 * One page of a list. With `near`, the nearest first; the distance shown and the exact cut are the haversine. Else by
 * name. `q` looks into name and city.
 */
export async function list<Names, Card>(
  database: Pick<Database, 'readPrepared'>,
  { nearest, nearestFound, byName, cardOf }: Listing<Names, Card>,
  asked: Asked,
): Promise<Listed<Card>> {
  const { near, radius = Number.POSITIVE_INFINITY } = asked
  const whole = Object.values(asked).every((it) => it === undefined)
  const limit = whole ? Number.POSITIVE_INFINITY : (asked.limit ?? defaultPageSize)
  const [afterKey, afterUid] = readCursor(asked.cursor, near === undefined ? 'name' : 'distance') ?? [
    null,
    null,
  ]
  const q = asked.q || null
  // One more tells whether there is a next page.
  const atMost = whole ? null : limit + 1
  const listed =
    near === undefined
      ? (await byName(database, { q, afterKey, afterUid, atMost })).map((row) => ({
          row,
          distance: undefined,
        }))
      : withDistance(
          await (q === null ? nearest : nearestFound)(database, {
            ...('uid' in near ? { ...near, ...nowhere } : { uid: null, ...near }),
            q,
            afterKey: afterKey ?? beforeAll,
            afterUid: afterUid ?? noUid,
            atMost: limit + 1,
            reach: reachOf(radius),
          }),
          radius,
        )
  const page = listed.slice(0, limit)
  const last = page.at(-1)?.row
  return {
    cards: page.map(({ row, distance }) => cardOf(row, distance)),
    nextCursor:
      listed.length > page.length && last !== undefined ? writeCursor([last.sortKey, last.uid]) : null,
  }
}

const nowhere = { latitude: null, longitude: null }

/** The box that the index is asked for reaches further than the radius: whoever is only in there has no next page either. */
function withDistance<Names>(rows: readonly RowAround<Names>[], radius: number) {
  return rows.flatMap((row) => {
    const distance = milesBetween({ latitude: row.hereLatitude, longitude: row.hereLongitude }, row)
    return distance > radius ? [] : [{ row, distance }]
  })
}

/** The box may be a little too large, never too small: rounding of the sphere's points is far below this. */
const slack = 1e-9

function reachOf(miles: number): number {
  return chordOf(miles) + slack
}
