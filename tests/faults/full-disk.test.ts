import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { urlOfRunningServer } from '../../server/database/embedded/running-server-url.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { newMasjid } from '../runtime/people.ts'
import { query } from '../runtime/postgres-database.ts'
import { runTool } from '../runtime/run-tool.ts'
import { outputOfFailedStart, startServer } from '../runtime/server-process.ts'
import { createSlotPoster } from './post-slots.ts'
import { newDisk } from './small-disk.ts'

/** The number of times that the test fills the disk, each time with a different amount of free space. */
const fillings = isVerifyRun ? 20 : 3

const chunk = Buffer.alloc(4 * 1024 * 1024)

/** Fills a disk except for `freeBytes`, and returns the file that fills it. */
async function fill(folder: string, freeBytes: number): Promise<string> {
  const { bavail, bsize } = await statfs(folder)
  const file = join(folder, 'filler')
  const handle = await open(file, 'w')
  try {
    for (let rest = bavail * bsize - freeBytes; rest > 0; rest -= chunk.length)
      await handle.write(chunk, 0, Math.min(rest, chunk.length))
  } catch (error) {
    // Ignore that the disk is already full: PostgreSQL may have used some of the space in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await handle.close()
  }
  return file
}

/** Makes PostgreSQL switch to a new segment of the write-ahead log. Ignores errors, because PostgreSQL may fail or exit. */
async function switchSegment(folder: string): Promise<void> {
  const url = (await urlOfRunningServer(folder)) ?? ''
  await query(url, 'select pg_switch_wal()').catch(() => {})
}

test('a server with a full disk responds with 503, loses no change, and recovers when the disk has space again', async (context) => {
  // The disk is twice as large as the size limit of the write-ahead log.
  const folder = await newDisk(context, '512m')
  const server = await startServer({ DATA_DIR: folder })
  const masjid = await newMasjid(server.url)
  const poster = createSlotPoster(server.url, masjid)
  for (let filling = 0; filling < fillings; filling += 1) {
    // The free space is from zero to three segments of the write-ahead log.
    const file = await fill(folder, Math.round((filling / fillings) * 48 * 1024 * 1024))
    // Post slots until a post fails. PostgreSQL needs more space only for a new segment of the write-ahead log, so switch to a new segment
    // after each post.
    for (let time = 0; (await poster.post()) === 200 && time < 40; time += 1) await switchSegment(folder)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await rm(file)
    await expect.poll(() => poster.post(), { interval: 100, timeout: 60_000 }).toBe(200)
  }
  expect(new Set(poster.statuses)).toEqual(new Set([200, 503]))
  expect(await poster.lost()).toEqual([])
})

test('a first start on a full disk fails with one sentence, and succeeds when the disk has space', async (context) => {
  const folder = await newDisk(context, '256m')
  const filler = await fill(folder, 0)
  const DATA_DIR = join(folder, 'data')
  expect(await outputOfFailedStart({ DATA_DIR })).toBe(
    'The disk of DATA_DIR is full: free some space and try again.',
  )
  await rm(filler)
  expect((await fetch(`${(await startServer({ DATA_DIR })).url}/readyz`)).status).toBe(200)
})

test('a backup of a stopped database on a full disk fails with one line, and succeeds when the disk has space', async (context) => {
  const DATA_DIR = join(await newDisk(context, '256m'), 'data')
  const server = await startServer({ DATA_DIR })
  await newMasjid(server.url)
  expect(await server.stop()).toBe(0)
  const filler = await fill(DATA_DIR, 0)
  const file = join(await newDataFolder(), 'backup.tar.gz')
  expect(await runTool('backup', [file], { DATA_DIR })).toEqual({
    code: 1,
    stdout: '',
    stderr: `The disk of ${DATA_DIR}/postgres/data is full: free some space and try again.\n`,
  })
  await rm(filler)
  expect(await runTool('backup', [file], { DATA_DIR })).toMatchObject({ code: 0, stderr: '' })
})
