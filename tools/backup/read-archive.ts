import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip } from 'node:zlib'
import { type Entry, type Extract, extract } from 'tar-stream'
import { z } from 'zod'
import type { SnapshotHead } from '../../server/database/snapshot/snapshot.ts'
import type { SnapshotTable } from '../../server/database/snapshot/tables.ts'
import {
  archiveEnd,
  archiveHead,
  checksum,
  endName,
  headName,
  newestFormat,
  pieceAtMost,
  pieceName,
  rowsIn,
} from './archive-format.ts'

/** A file cannot be restored; the message is one sentence that says why. */
export class BackupFileError extends Error {
  override readonly name = 'BackupFileError'
}

/** Takes the rows of a table, all of them, and gives their number. */
type TakeRows = (table: SnapshotTable, rows: AsyncIterable<Buffer>) => Promise<number>

/** Counts rows and keeps none. */
export const countRows: TakeRows = async (_, pieces) => {
  let rows = 0
  for await (const piece of pieces) rows += rowsIn(piece)
  return rows
}

/** What a backup holds. */
export interface BackupContents {
  readonly head: SnapshotHead
  readonly rows: number
}

/**
 * Reads a backup from its first to its last byte, in memory that doesn't grow with it. Rejects with BackupFileError where the
 * file is no backup, is damaged or cut short, or has a format that this version doesn't know; what was read of it until then
 * must not be kept.
 * @param begin is given the head, and says what takes the rows of each table that follow
 */
export async function readArchive(
  path: string,
  begin: (head: SnapshotHead) => Promise<TakeRows>,
): Promise<BackupContents> {
  const archive = extract()
  const source = createReadStream(path)
  const unpacked = pipeline(source, createGunzip(), archive).catch((error: unknown) => {
    // Tells whoever reads the entries.
    archive.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    return await readEntries(new Entries(archive), begin)
  } catch (error) {
    throw isOfFile(error) ? explained(path, error) : error
  } finally {
    source.destroy()
    archive.destroy()
    await unpacked
  }
}

/** The file is not what a backup is; the message says where. */
class DamagedError extends Error {
  override readonly name = 'DamagedError'
}

function isOfFile(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if ([DamagedError, z.ZodError, SyntaxError].some((kind) => error instanceof kind)) return true
  return isUnreadable(error) || isUnpacking(error)
}

/** What Node says of a file that it can't open or read. */
function isUnreadable(error: Error): boolean {
  return 'syscall' in error && ['open', 'read'].includes(String(error.syscall)) && 'path' in error
}

/** What zlib and tar-stream say of bytes that are not theirs. */
function isUnpacking(error: Error): boolean {
  if ('code' in error && String(error.code).startsWith('Z_')) return true
  return /^(Invalid tar header|Unexpected end of data|Writable stream closed prematurely)/u.test(
    error.message,
  )
}

function explained(path: string, error: Error): BackupFileError {
  const sentence = isUnreadable(error)
    ? `The backup can't be read: ${error.message}.`
    : `${path} is no backup of Minbar, or is damaged or not complete: use another one. Nothing was changed.`
  return new BackupFileError(sentence, { cause: error })
}

async function readEntries(
  entries: Entries,
  begin: (head: SnapshotHead) => Promise<TakeRows>,
): Promise<BackupContents> {
  const head = readHead(await entries.take(headName))
  const takeRows = await begin(head)
  const rows: Record<string, number> = {}
  for (const table of head.tables) rows[table.name] = await takeRows(table, entries.piecesOf(table))
  const sha256 = entries.checksum()
  const end = archiveEnd.parse(JSON.parse(await entries.take(endName)))
  if (end.sha256 !== sha256 || !isDeepStrictEqual(end.rows, rows)) {
    throw new DamagedError('Its checksum is another.')
  }
  await entries.end()
  return { head, rows: Object.values(rows).reduce((sum, count) => sum + count, 0) }
}

function readHead(text: string): SnapshotHead {
  const value: unknown = JSON.parse(text)
  const { format } = z.object({ format: z.int() }).parse(value)
  if (format > newestFormat) {
    throw new BackupFileError('The backup was written by a newer Minbar: restore it with that version.')
  }
  const { format: _, ...head } = archiveHead.parse(value)
  return head
}

/** The entries of an archive, each taken in its turn. */
class Entries {
  readonly #entries: AsyncIterator<Entry>
  readonly #sum = checksum()
  #next: Entry | undefined

  constructor(archive: Extract) {
    this.#entries = archive[Symbol.asyncIterator]()
  }

  /** The text of the next entry, which must have this name. */
  async take(name: string): Promise<string> {
    const entry = await this.#peek()
    if (entry?.header.name !== name) throw new DamagedError(`It has no ${name} where one belongs.`)
    return (await this.#read(entry)).toString()
  }

  /** The rows of a table: every entry that follows with its name. */
  async *piecesOf({ name }: SnapshotTable): AsyncGenerator<Buffer> {
    for (let index = 1; ; index += 1) {
      const entry = await this.#peek()
      if (entry?.header.name !== pieceName(name, index)) return
      yield await this.#read(entry)
    }
  }

  /** Of all entries that were taken. */
  checksum(): string {
    return this.#sum.soFar()
  }

  /** Makes sure that there is no further entry. */
  async end(): Promise<void> {
    if ((await this.#peek()) !== undefined) throw new DamagedError('It goes on after its end.')
  }

  async #peek(): Promise<Entry | undefined> {
    if (this.#next === undefined) {
      const result = await this.#entries.next()
      this.#next = result.done === true ? undefined : result.value
    }
    return this.#next
  }

  async #read(entry: Entry): Promise<Buffer> {
    this.#next = undefined
    if ((entry.header.size ?? 0) > pieceAtMost) throw new DamagedError('One of its entries is too large.')
    const body = await buffer(entry)
    this.#sum.add(entry.header.name, body)
    return body
  }
}
