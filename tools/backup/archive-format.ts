import { createHash } from 'node:crypto'
import { z } from 'zod'

/**
 * A backup is a gzipped tar, so that standard tools can open it. Its entries, in order:
 *
 *     minbar.json                 the header: version, time, tables and sequences (`archiveHeader`)
 *     tables/people/0001.copy     rows in PostgreSQL's text format of COPY; a large table has several such pieces
 *     …
 *     end.json                    the number of rows of each table, and the SHA-256 of all earlier entries (`archiveTrailer`)
 */

/** The name of the first entry. */
export const headerEntryName = 'minbar.json'
/** The name of the last entry. */
export const trailerEntryName = 'end.json'

/** The format that this version writes. It is also the newest format that this version reads. */
export const newestFormat = 1

/** The largest size of an entry, in bytes. Each entry is in memory as a whole. */
export const maxPieceSize = 4 * 1_024 * 1_024

/** Returns the name of the entry with a piece of a table. `index` counts from 1. */
export function pieceName(table: string, index: number): string {
  return `tables/${table}/${String(index).padStart(4, '0')}.copy`
}

const name = z.string().min(1).max(63)

export const archiveHeader = z.strictObject({
  format: z.literal(newestFormat),
  schema: z.string(),
  postgres: z.string(),
  takenAt: z.iso.datetime(),
  tables: z.array(z.strictObject({ name, columns: z.array(name).min(1) })),
  sequences: z.array(
    z.strictObject({ table: name, column: name, last: z.string().regex(/^\d+$/u), isCalled: z.boolean() }),
  ),
})

export const archiveTrailer = z.strictObject({
  rows: z.record(name, z.int().nonnegative()),
  sha256: z.string(),
})

/** Computes the SHA-256 of the names, sizes and contents of entries. */
export function createChecksum() {
  const hash = createHash('sha256')
  return {
    add: (entry: string, body: Buffer) => void hash.update(`${entry} ${body.length}\n`).update(body),
    /** Returns the checksum of all entries that were added so far, in hexadecimal. */
    soFar: () => hash.copy().digest('hex'),
  }
}

/** Counts the rows in COPY's text format. Each row ends with a newline and has no other newline. */
export function countRowsInPiece(piece: Buffer): number {
  const newline = 0x0a
  let rows = 0
  for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) rows += 1
  return rows
}
