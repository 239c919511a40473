import * as z from 'zod/mini'
import { invalid } from '../http/failure.ts'

/** Where a page ended: the last row's sort key, and its uid among rows of the same key. */
export type Cursor = readonly [key: string | number, uid: string]

const shape = z.tuple([z.union([z.string(), z.number()]), z.uuid()])

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Reads a cursor whose key is a number or a string, as the list's order has it; throws a 400 for anything else. */
export function readCursor(text: string | undefined, key: 'number' | 'string'): Cursor | undefined {
  if (text === undefined) return undefined
  const cursor = z.safeParse(shape, parsed(text))
  if (!cursor.success || typeof cursor.data[0] !== key)
    throw invalid('cursor', 'This cursor is not one of ours.')
  return cursor.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
