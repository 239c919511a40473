import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * A backup is a gzipped tar, so any tool opens it. Its entries, in their order:
 *
 *     minbar.json                 what it holds (`archiveHead`)
 *     tables/accounts/0001.copy   rows in PostgreSQL's text format of COPY; all pieces of a table, joined, are its rows
 *     …
 *     end.json                    rows of each table, and the SHA-256 of all entries before (`archiveEnd`)
 */
export const headName = 'minbar.json'
export const endName = 'end.json'

/** The newest format that this version reads, and the one that it writes. */
export const newestFormat = 1

/** Bytes of one entry at most: it is held in memory. */
export const pieceAtMost = 4 * 1_024 * 1_024

/** The name of the `index`th piece of a table, counted from 1. */
export function pieceName(table: string, index: number): string {
  return `tables/${table}/${String(index).padStart(4, '0')}.copy`
}

const name = z.string().min(1).max(63)

export const archiveHead = z.strictObject({
  format: z.literal(newestFormat),
  schema: z.string(),
  postgres: z.string(),
  takenAt: z.iso.datetime(),
  tables: z.array(z.strictObject({ name, columns: z.array(name).min(1) })),
  sequences: z.array(
    z.strictObject({ table: name, column: name, last: z.string().regex(/^\d+$/u), isCalled: z.boolean() }),
  ),
})

export const archiveEnd = z.strictObject({
  rows: z.record(name, z.int().nonnegative()),
  sha256: z.string(),
})

export interface Checksum {
  /** Takes in one more entry. */
  add(name: string, body: Buffer): void
  /** Of the entries until now, in hexadecimal. */
  soFar(): string
}

/** The SHA-256 of the names, sizes and contents of entries. */
export function checksum(): Checksum {
  const hash = createHash('sha256')
  return {
    add: (entry, body) => void hash.update(`${entry} ${body.length}\n`).update(body),
    soFar: () => hash.copy().digest('hex'),
  }
}

/** How many rows a part of COPY's text format has: each ends with a newline, and has no other. */
export function rowsIn(piece: Buffer): number {
  const newline = 0x0a
  let rows = 0
  for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) rows += 1
  return rows
}
