import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import type { SnapshotHeader } from '../../server/database/snapshot/snapshot-header.ts'
import type { SnapshotTable } from '../../server/database/snapshot/snapshot-tables.ts'
import {
  countRowsInPiece,
  createChecksum,
  headerEntryName,
  maxPieceSize,
  newestFormat,
  pieceName,
  trailerEntryName,
} from './archive-format.ts'

/**
 * Writes a snapshot into a backup file as a stream, in constant memory. Returns the number of rows.
 * @param onTable is called after each table
 */
export async function writeArchive(
  into: Writable,
  head: SnapshotHeader,
  rowsOf: (table: SnapshotTable) => Readable,
  { onTable, signal }: { readonly onTable: () => void; readonly signal: AbortSignal },
): Promise<number> {
  const archive = pack()
  const written = pipeline(archive, createGzip(), into, { signal })
  const sum = createChecksum()
  const rows: Record<string, number> = {}
  async function add(name: string, body: Buffer): Promise<void> {
    await Promise.race([addEntry(archive, name, body, head.takenAt), written])
    sum.add(name, body)
  }
  try {
    await add(headerEntryName, toJson({ format: newestFormat, ...head }))
    for (const table of head.tables) {
      let index = 0
      let count = 0
      for await (const piece of joinIntoPieces(rowsOf(table))) {
        index += 1
        count += countRowsInPiece(piece)
        await add(pieceName(table.name, index), piece)
      }
      rows[table.name] = count
      onTable()
    }
    await add(trailerEntryName, toJson({ rows, sha256: sum.soFar() }))
    archive.finalize()
    await written
  } catch (error) {
    // If writing the file has failed, reject with that error. The error of the entries is only its consequence.
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
    await written
    throw error
  }
  return Object.values(rows).reduce((total, count) => total + count, 0)
}

function toJson(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

/** Adds an entry. Resolves when the archive has passed the entry on, so that only one entry is in memory. */
function addEntry(archive: Pack, name: string, body: Buffer, takenAt: string): Promise<void> {
  const header = { name, size: body.length, mode: 0o600, mtime: new Date(takenAt) }
  return new Promise((resolve, reject) => {
    // If the archive is destroyed, the entry emits an error and never calls back.
    archive.entry(header, body, (error) => (error ? reject(error) : resolve())).on('error', reject)
  })
}

/** Joins chunks into pieces of at most `maxPieceSize` bytes. */
async function* joinIntoPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += maxPieceSize) {
      const part = chunk.subarray(at, at + maxPieceSize)
      if (size + part.length > maxPieceSize) {
        yield Buffer.concat(waiting)
        waiting = []
        size = 0
      }
      waiting.push(part)
      size += part.length
    }
  }
  if (size > 0) yield Buffer.concat(waiting)
}
