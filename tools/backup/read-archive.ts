import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { type Entry, type Extract, extract } from 'tar-stream'
import { z } from 'zod'
import type { SnapshotHeader } from '../../server/database/snapshot/snapshot-header.ts'
import type { SnapshotTable } from '../../server/database/snapshot/snapshot-tables.ts'
import { OperatorError } from '../../server/operator-error.ts'
import {
  archiveHeader,
  archiveTrailer,
  countRowsInPiece,
  createChecksum,
  headerEntryName,
  maxPieceSize,
  newestFormat,
  pieceName,
  trailerEntryName,
} from './archive-format.ts'

/** Thrown if the file cannot be restored. The message explains the reason to the operator in one sentence. */
export class BackupFileError extends OperatorError {}

/** A function that consumes all rows of a table and returns their number. */
type TakeRows = (table: SnapshotTable, rows: AsyncIterable<Buffer>) => Promise<number>

type HeaderHandler = (head: SnapshotHeader) => Promise<TakeRows>

/** Counts the rows of a table and discards them. */
export const countRows: TakeRows = async (_, pieces) => {
  let rows = 0
  for await (const piece of pieces) rows += countRowsInPiece(piece)
  return rows
}

/** The header of a backup, and the number of rows in it. */
export type BackupContents = Awaited<ReturnType<typeof readEntries>>

/**
 * Reads a backup as a stream, in constant memory. Rejects with BackupFileError if the file is not a backup, is damaged or truncated, or has
 * an unknown format. The checksum is at the end of the file, so after a rejection the caller must discard all rows.
 * @param begin gets the header of the backup, and returns the function that consumes the rows of each table
 */
export async function readArchive(path: string, begin: HeaderHandler): Promise<BackupContents> {
  const archive = extract()
  const source = createReadStream(path)
  // This listener is called before the pipeline's listeners, so the loop gets the error of this listener.
  source.once('error', (error) => {
    archive.destroy(new BackupFileError(`${path} can't be read: ${error.message}.`, { cause: error }))
  })
  const unpacked = pipeline(source, createGunzip(), archive).catch((error: unknown) => {
    // Passes the error on to the loop that reads the entries.
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    return await readEntries(new Entries(archive), begin)
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new BackupFileError(
      `${path} is not a Minbar backup, or is damaged or incomplete: use another file. Nothing was changed.`,
      { cause: error },
    )
  } finally {
    source.destroy()
    archive.destroy()
    await unpacked
  }
}

/** Thrown if the file does not have the backup format. */
class DamagedError extends Error {
  override readonly name = 'DamagedError'
}

function isFileError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return (
    [DamagedError, z.ZodError, SyntaxError].some((kind) => error instanceof kind) || isUnpackingError(error)
  )
}

/** Whether the error is that zlib or tar-stream rejected the bytes. */
function isUnpackingError(error: Error): boolean {
  if ('code' in error && String(error.code).startsWith('Z_')) return true
  return /^(Invalid tar header|Unexpected end of data|Writable stream closed prematurely)/u.test(
    error.message,
  )
}

async function readEntries(entries: Entries, begin: HeaderHandler) {
  const head = readHead(await entries.take(headerEntryName))
  const takeRows = await begin(head)
  const rows: Record<string, number> = {}
  for (const table of head.tables) rows[table.name] = await takeRows(table, entries.piecesOf(table))
  const sha256 = entries.sum.soFar()
  const end = archiveTrailer.parse(JSON.parse(await entries.take(trailerEntryName)))
  if (end.sha256 !== sha256 || !isDeepStrictEqual(end.rows, rows)) {
    throw new DamagedError('The checksum or the row counts do not match.')
  }
  await entries.end()
  return { head, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
}

function readHead(text: string): SnapshotHeader {
  const value: unknown = JSON.parse(text)
  const { format } = z.object({ format: z.int() }).parse(value)
  if (format > newestFormat) {
    throw new BackupFileError('The backup was written by a newer Minbar: restore it with that version.')
  }
  const { format: _, ...head } = archiveHeader.parse(value)
  return head
}

/** Reads the entries of an archive in order. */
class Entries {
  /** The checksum of all entries that were read so far. */
  readonly sum = createChecksum()
  readonly #entries: AsyncIterator<Entry, undefined>
  #next: Entry | undefined

  constructor(archive: Extract) {
    this.#entries = archive[Symbol.asyncIterator]()
  }

  /** Reads the next entry as text. Throws if the entry has another name. */
  async take(name: string): Promise<string> {
    const entry = await this.#peek()
    if (entry?.header.name !== name) throw new DamagedError(`${name} is missing or out of order.`)
    return (await this.#read(entry)).toString()
  }

  /** Reads the pieces of a table, beginning with the next entry. */
  async *piecesOf({ name }: SnapshotTable): AsyncGenerator<Buffer> {
    for (let index = 1; ; index += 1) {
      const entry = await this.#peek()
      if (entry?.header.name !== pieceName(name, index)) return
      yield await this.#read(entry)
    }
  }

  /** Throws if the archive has another entry. */
  async end(): Promise<void> {
    if ((await this.#peek()) !== undefined) throw new DamagedError('There is an entry after the end.')
  }

  async #peek(): Promise<Entry | undefined> {
    return (this.#next ??= (await this.#entries.next()).value)
  }

  async #read(entry: Entry): Promise<Buffer> {
    this.#next = undefined
    if ((entry.header.size ?? 0) > maxPieceSize) throw new DamagedError('One of its entries is too large.')
    const body = await buffer(entry)
    this.sum.add(entry.header.name, body)
    return body
  }
}
