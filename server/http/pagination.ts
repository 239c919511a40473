import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { calendarDate } from '../../contract/fields.ts'
import { invalidField } from './failure.ts'
import type { SignedInContext } from './route.ts'

/** Rows per page if the caller sends no `limit`. */
export const defaultPageSize = 20

/** The last row of a page: its sort key, and its uid to order rows with equal keys. */
export type Cursor = readonly [key: string | number, uid: string]

/** Schemas of sort keys. They allow no NUL in a text, because PostgreSQL rejects it. */
const sortKeySchemas = {
  distance: z.number(),
  name: z.string().check(z.refine((value) => !value.includes('\0'))),
  /** A rank, a space, and a name, as in our-khateebs.ts. */
  rankedName: z.string().check(z.regex(/^\d [^\0\p{Cs}]*$/u)),
  /** The last sort key (-1 before the first), a space, and the cursor at which the group begins (empty for the first group). */
  grouped: z.string().check(z.regex(/^(-1|\d+(\.\d+)?(e-\d+)?) [\w-]*$/)),
  date: calendarDate,
  /** Compared with a bigint column, which takes only integers. */
  entry: z.int(),
  /** The date and the time of a slot, and the chord length to its masjid, separated by spaces. */
  slot: z.string().check(
    z.regex(/^(?!0000)\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d \d(\.\d{1,20})?(e-\d{1,2})?$/),
    z.refine((value) => z.regexes.date.test(value.slice(0, 10))),
  ),
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/**
 * Cuts the rows to one page, and sets the next cursor if there are more rows.
 * @param rows the rest of the list, or its first `limit + 1` rows: more than `limit` rows mean that there is another page
 * @param cursorAt returns the cursor of the page after the given row
 */
export function paginate<Row>(
  context: Pick<SignedInContext, 'nextCursor'>,
  rows: readonly Row[],
  limit: number,
  cursorAt: (last: Row) => Cursor,
): Row[] {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length > limit && last !== undefined) context.nextCursor(writeCursor(cursorAt(last)))
  return page
}

/** SQL condition: a row comes after the cursor of kind `entry`, in descending order of its sort key and its id. */
export function comesAfter(
  cursor: Cursor | undefined,
  key: RawBuilder<string>,
  id: RawBuilder<string>,
): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`
  return sql`(${key}, ${id}) < (${cursor[0]}::bigint, ${cursor[1]}::uuid)`
}

/** Parses a cursor whose sort key has the given kind; throws 400 for an invalid one. */
export function readCursor(text: string | undefined, key: keyof typeof sortKeySchemas): Cursor | undefined {
  if (text === undefined) return undefined
  const cursor = z.safeParse(z.tuple([sortKeySchemas[key], z.uuid()]), parseCursorJson(text))
  if (!cursor.success) throw invalidField('cursor', 'cursor_not_valid')
  return cursor.data
}

function parseCursorJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
