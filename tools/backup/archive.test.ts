import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { SnapshotHeader } from '../../server/database/snapshot/snapshot-header.ts'
import { newDataFolder } from '../../tests/runtime/data-folder.ts'
import { maxPieceSize } from './archive-format.ts'
import { writePrivateFile } from './private-file.ts'
import { BackupFileError, countRows, readArchive } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

const head: SnapshotHeader = {
  schema: '0016-upkeep.sql',
  postgres: '18.4',
  takenAt: '2026-12-04T18:00:00.000Z',
  tables: [
    { name: 'accounts', columns: ['uid'] },
    { name: 'blocks', columns: ['uid'] },
    { name: 'slots', columns: ['id', 'date'] },
  ],
  sequences: [{ table: 'slots', column: 'id', last: '9007199254740993', isCalled: true }],
}
const line = `${'x'.repeat(99)}\n`
const rows: Readonly<Record<string, string>> = {
  accounts: 'a\nb\n',
  blocks: '',
  slots: line.repeat(Math.ceil((2.5 * maxPieceSize) / line.length)),
}
const rowCount = 2 + Math.ceil((2.5 * maxPieceSize) / line.length)

/** Writes a backup with the rows of each table. */
function write(file: string, of: Readonly<Record<string, string>>): Promise<void> {
  const rowsOf = ({ name }: { readonly name: string }) => Readable.from([Buffer.from(of[name] ?? '')])
  return writePrivateFile(
    file,
    async (into) => {
      await writeArchive(into, head, rowsOf, { onTable: () => {}, signal: new AbortController().signal })
    },
    async () => {},
  )
}

const read = (file: string) => readArchive(file, async () => countRows)

const folder = await newDataFolder()
const path = join(folder, 'small.tar.gz')
await write(path, { accounts: 'a\nb\n', slots: 'one\t2026-12-04\n' })
const wholeArchive = await readFile(path)

test('readArchive returns the header of a backup, and all rows of a table with several pieces', async () => {
  const large = join(folder, 'large.tar.gz')
  await write(large, rows)
  const found: Record<string, string> = {}
  const contents = await readArchive(large, async () => async (table, pieces) => {
    found[table.name] = await text(Readable.from(pieces))
    return countRows(table, Readable.from([Buffer.from(found[table.name] ?? '')]))
  })
  expect(contents).toEqual({ head, rows: rowCount })
  expect(found).toEqual(rows)
  expect(gunzipSync(await readFile(large)).toString('latin1')).toContain('tables/slots/0003.copy')
})

test('a backup truncated at any byte is rejected', async () => {
  const cut = join(folder, 'cut.tar.gz')
  await writeFile(cut, wholeArchive)
  for (let length = wholeArchive.length - 1; length >= 0; length -= 1) {
    await truncate(cut, length)
    await expect(read(cut), `${length} bytes`).rejects.toThrow(BackupFileError)
  }
})

test('a backup with a flipped bit is rejected, unless the bit does not change the contents', async () => {
  const changed = join(folder, 'changed.tar.gz')
  const unpacked = gunzipSync(wholeArchive)
  const missed: number[] = []
  let refused = 0
  for (let at = 0; at < wholeArchive.length; at += 1) {
    const bytes = Buffer.from(wholeArchive)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8))
    await writeFile(changed, bytes)
    const error: unknown = await read(changed).catch((reason: unknown) => reason)
    if (error instanceof BackupFileError) refused += 1
    // Some flipped bits don't change the contents: bits in the time or the operating system of gzip's header, and unused bits of a code.
    else if (!gunzipSync(bytes).equals(unpacked)) missed.push(at)
  }
  expect(missed).toEqual([])
  expect(refused).toBeGreaterThan(0.9 * wholeArchive.length)
})

test('a backup whose contents were changed and repacked is rejected', async () => {
  const packed = join(folder, 'packed.tar.gz')
  const tar = gunzipSync(wholeArchive)
  const at = tar.indexOf('one\t2026-12-04')
  tar.write('two', at)
  await writeFile(packed, gzipSync(tar))
  await expect(read(packed)).rejects.toThrow('is damaged')
  await writeFile(packed, Buffer.concat([wholeArchive, wholeArchive]))
  await expect(read(packed)).rejects.toThrow('is damaged')
})

test('readArchive rejects a missing file, a folder, a file that is no backup, and a newer format, each with an explanation', async () => {
  const other = join(folder, 'other.tar.gz')
  await writeFile(other, gzipSync('letters to the editor'))
  await expect(read(other)).rejects.toThrow(/is not a Minbar backup/u)
  await expect(read(join(folder, 'missing'))).rejects.toThrow(/missing can't be read: ENOENT/u)
  await expect(read(folder)).rejects.toThrow(`${folder} can't be read: EISDIR`)
  const tar = gunzipSync(wholeArchive)
  tar.write('"format": 2', tar.indexOf('"format": 1'))
  await writeFile(other, gzipSync(tar))
  await expect(read(other)).rejects.toThrow('was written by a newer Minbar')
})

test('a backup file gets its name only when complete, and never overwrites a file', async () => {
  await expect(write(path, rows)).rejects.toThrow('already exists')
  expect(await readFile(path)).toEqual(wholeArchive)
  const failed = writePrivateFile(
    join(folder, 'failed'),
    async (into) => {
      into.write('half')
      throw new Error('no more rows')
    },
    async () => {},
  )
  await expect(failed).rejects.toThrow('no more rows')
  expect((await readdir(folder)).filter((name) => name.includes('failed'))).toEqual([])
})
