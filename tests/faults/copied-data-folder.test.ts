import { execFile } from 'node:child_process'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isHotCopy } from '../../server/database/embedded/hot-copy.ts'
import { replaceEmbeddedDatabase } from '../../server/database/embedded/replace-database.ts'
import { urlOfRunningServer } from '../../server/database/embedded/running-server-url.ts'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { quietLog } from '../runtime/embedded-database.ts'
import { newMasjid } from '../runtime/people.ts'
import { outputOfFailedStart, startServer } from '../runtime/server-process.ts'
import { createSlotPoster, postSlotWithKey, slotsOf, slotsToPost } from './post-slots.ts'
import { clusterIn, postmasterPid } from './postmaster.ts'

const run = promisify(execFile)

const startIn = (DATA_DIR: string) => startServer({ DATA_DIR })

/** Copies a folder and keeps owners, modes and times. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', from, to])
}

test('a server refuses a data folder that was copied while in use, and opens it with OPEN_COPY=yes', async () => {
  const place = await newDataFolder()
  const server = await startIn(join(place, 'original'))
  const masjid = await newMasjid(server.url)
  const poster = createSlotPoster(server.url, masjid)
  const stop = poster.keepPosting()
  await copy(join(place, 'original'), join(place, 'copy'))
  await stop()
  expect(new Set(poster.statuses)).toEqual(new Set([200]))
  expect(await outputOfFailedStart({ DATA_DIR: join(place, 'copy') })).toBe(
    `The database in ${place}/copy is a copy of one that was not shut down, so changes that people made may be missing from it: ` +
      'restore a file of npm run backup with npm run restore, or start once with OPEN_COPY=yes to rescue its data.',
  )
  // Without this refusal, a tool would use the copied postmaster file, and connect to the original's PostgreSQL.
  await expect(urlOfRunningServer(join(place, 'copy'))).rejects.toThrow(
    'is a copy of one that was not shut down',
  )
  await copy(join(place, 'copy'), join(place, 'no-postmaster-file'))
  await rm(join(clusterIn(join(place, 'no-postmaster-file')), 'postmaster.pid'))
  expect(await isHotCopy(clusterIn(join(place, 'no-postmaster-file')))).toBe(true)
  await copy(join(place, 'copy'), join(place, 'restored'))
  // A restore that sets the copy aside does not stop the original's PostgreSQL.
  const { result, putAside } = await replaceEmbeddedDatabase(
    { dataDir: join(place, 'restored'), putAside: true, log: quietLog },
    async () => 'filled',
  )
  expect([result, putAside]).toEqual(['filled', expect.stringContaining('postgres-before-')])
  const rescued = await startServer({ DATA_DIR: join(place, 'copy'), OPEN_COPY: 'yes' })
  expect((await fetch(`${rescued.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await rescued.kill()
  // The copy is now an ordinary database. After a kill, it is not recognized as a copy.
  expect(await isHotCopy(clusterIn(join(place, 'copy')))).toBe(false)
})

test('a copied or renamed data folder of a stopped server opens', async () => {
  const place = await newDataFolder()
  const server = await startIn(join(place, 'original'))
  const masjid = await newMasjid(server.url)
  const slot = slotsToPost().next().value
  await postSlotWithKey(server.url, masjid, slot)
  await server.stop()
  await copy(join(place, 'original'), join(place, 'copy'))
  await rename(join(place, 'original'), join(place, 'moved'))
  for (const name of ['copy', 'moved']) {
    const opened = await startIn(join(place, name))
    expect(await slotsOf(opened.url, masjid)).toEqual(new Set([slot]))
    await opened.stop()
  }
})

test('a data folder opens after server and PostgreSQL were killed, even if it was renamed or has no file minbar-files', async () => {
  const place = await newDataFolder()
  const server = await startIn(join(place, 'original'))
  const masjid = await newMasjid(server.url)
  const record = await readFile(recordPathIn(join(place, 'original')), 'utf8')
  await killAll(server, join(place, 'original'))
  await rename(join(place, 'original'), join(place, 'renamed'))
  const opened = await startIn(join(place, 'renamed'))
  expect((await slotsOf(opened.url, masjid)).size).toBe(0)
  // PostgreSQL has not replaced the files by which Minbar recognizes a copy.
  expect(await readFile(recordPathIn(join(place, 'renamed')), 'utf8')).toBe(record)
  await killAll(opened, join(place, 'renamed'))
  // Simulate the folder of an older version of Minbar, which did not write this file.
  await rm(recordPathIn(join(place, 'renamed')))
  await startIn(join(place, 'renamed'))
})

function recordPathIn(folder: string): string {
  return join(clusterIn(folder), 'minbar-files')
}

/** Kills the server and PostgreSQL, as a power cut does. Kills the server first, because a running server would restart PostgreSQL. */
async function killAll(server: ServerProcess, folder: string): Promise<void> {
  const postmaster = await postmasterPid(clusterIn(folder))
  await server.kill()
  process.kill(postmaster, 'SIGKILL')
}
