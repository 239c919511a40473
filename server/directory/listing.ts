import { type RawBuilder, sql } from 'kysely'
import { chordOf, milesBetween, type Point } from '../../domain/directory/distance.ts'
import type { Reader } from '../database/database.ts'
import { readCursor, writeCursor } from './cursor.ts'

/** What is asked of a list of masjids or khateebs; without anything, it is the whole list. */
export interface Asked {
  readonly near?: Point | undefined
  /** Miles around `near`. */
  readonly radius?: number | undefined
  readonly q?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** How one kind of people is listed. */
export interface Listing<Names, Card> {
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

interface Listed<Card> {
  readonly cards: Card[]
  readonly nextCursor: string | null
}

const pageLength = 20

/**
 * One page of a list. With `near`, the nearest first: the index walks outwards from the point, inside the box around
 * the radius; the distance shown and the exact cut are the haversine. Else by name. `q` looks into name and city.
 *
 * The nearest are found by distance alone, with all that share the last one's (whoever has the same ZIP does), and put
 * into the list's whole order afterwards: PostgreSQL 15 walks no index for an order that the index has only half of.
 */
export async function list<Names, Card>(
  reader: Reader,
  listing: Listing<Names, Card>,
  asked: Asked,
): Promise<Listed<Card>> {
  const { near, radius } = asked
  const whole = Object.values(asked).every((it) => it === undefined)
  const limit = whole ? null : (asked.limit ?? pageLength)
  const key = near === undefined ? listing.orderName : chordFrom(near)
  const after = readCursor(asked.cursor, near === undefined ? 'text' : 'number')
  const conditions = [
    near !== undefined && radius !== undefined
      ? sql`t.position <@ cube_enlarge(${spherePoint(near)}, ${chordOf(radius) + slack}, 3)`
      : undefined,
    asked.q ? sql`t.search like '%' || searchable(${asked.q}) || '%'` : undefined,
    after && sql`(${key}, t.uid) > (${after[0]}, ${after[1]}::uuid)`,
  ].filter((it) => it !== undefined)

  const { rows } = await sql<Row<Names>>`
    select t.uid, ${listing.names}, t.city, t.state_code as "stateCode", t.latitude, t.longitude, a.verified,
      t."sortKey"
    from (
      select t.*, ${key} as "sortKey" from ${sql.table(listing.table)} t
      ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
      ${near === undefined || limit === null ? sql`` : sql`order by ${key} fetch first ${limit + 1} rows with ties`}
    ) t join accounts a on a.uid = t.uid
    order by t."sortKey", t.uid
    ${limit === null ? sql`` : sql`limit ${limit + 1}`}
  `.execute(reader)

  const page = rows.slice(0, limit ?? rows.length)
  const last = page.at(-1)
  return {
    cards: page.flatMap((row) => {
      const distance = near && milesBetween(near, row)
      return distance !== undefined && distance > (radius ?? Number.POSITIVE_INFINITY)
        ? []
        : [listing.cardOf(row, distance)]
    }),
    nextCursor:
      rows.length > page.length && last !== undefined ? writeCursor([last.sortKey, last.uid]) : null,
  }
}

/** The box may be a little too large, never too small: rounding of the sphere's points is far below this. */
const slack = 1e-9

function spherePoint({ latitude, longitude }: Point) {
  return sql`on_unit_sphere(${latitude}, ${longitude})`
}

function chordFrom(near: Point): RawBuilder<number> {
  return sql<number>`(t.position <-> ${spherePoint(near)})`
}
