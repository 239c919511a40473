import * as z from 'zod/mini'
import { calendarDate } from '../../contract/fields.ts'
import { invalid } from './failure.ts'
import type { SignedInContext } from './route.ts'

/** Rows of a page where the caller does not say how many. */
export const defaultPageSize = 20

/** Where a page ended: the last row's sort key, and its uid among rows of the same key. */
export type Cursor = readonly [key: string | number, uid: string]

/** What a list may be ordered by. PostgreSQL has no NUL in a text. */
const keys = {
  /** Any finite number. */
  distance: z.number(),
  name: z.string().check(z.refine((value) => !value.includes('\0'))),
  date: calendarDate,
  /** A whole number, as PostgreSQL's bigint takes no other. */
  entry: z.int(),
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/**
 * A page of a list. Where there is more, sets the cursor of the next page.
 * @param rows one more than `limit` where there is more
 * @param cursorAt where a page ends whose last row is this one
 */
export function pageOf<Row>(
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

/** Reads a cursor whose key is of the kind that the list is ordered by; throws a 400 for anything else. */
export function readCursor(text: string | undefined, key: keyof typeof keys): Cursor | undefined {
  if (text === undefined) return undefined
  const cursor = z.safeParse(z.tuple([keys[key], z.uuid()]), parsed(text))
  if (!cursor.success) throw invalid('cursor', 'cursor_not_valid')
  return cursor.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
