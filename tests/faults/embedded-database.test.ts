import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, readPostmasterFile } from '../../server/database/embedded/postmaster-file.ts'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { newMasjid } from '../runtime/people.ts'
import { outputOfFailedStart, startServer } from '../runtime/server-process.ts'
import { createSlotPoster, type DateAndTime, slotsOf, slotsToPost } from './post-slots.ts'
import { childrenOf, clusterIn, postmasterPid } from './postmaster.ts'

/** The number of times that the server is killed. */
const rounds = isVerifyRun ? 60 : 3

function startIn(DATA_DIR: string): Promise<ServerProcess> {
  return startServer({ LOG_LEVEL: 'debug', DATA_DIR })
}

const readRefusal = (DATA_DIR: string) => outputOfFailedStart({ DATA_DIR })
const pidIn = (folder: string) => postmasterPid(clusterIn(folder))

test('a server that starts after a kill stops the orphaned PostgreSQL and loses no acknowledged change', async () => {
  const folder = await newDataFolder()
  let server = await startIn(folder)
  const masjid = await newMasjid(server.url)
  const slots = slotsToPost()
  const acknowledged: DateAndTime[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const poster = createSlotPoster(server.url, masjid, slots)
    const postUntilGone = async () => {
      while ((await poster.post()) !== 0);
    }
    const posting = Promise.all(Array.from({ length: 4 }, postUntilGone))
    await expect.poll(() => poster.acknowledged.length, { interval: 5 }).toBeGreaterThan(round % 20)
    const orphan = await pidIn(folder)
    await server.kill()
    await posting
    expect(new Set(poster.statuses)).toEqual(new Set([200, 0]))
    expect(isAlive(orphan)).toBe(true)
    server = await startIn(folder)
    expect(await pidIn(folder)).not.toBe(orphan)
    acknowledged.push(...poster.acknowledged)
    const found = await slotsOf(server.url, masjid)
    expect(acknowledged.filter((slot) => !found.has(slot))).toEqual([])
  }
})

test('a server restarts its killed PostgreSQL, and responds with 503 until then', async () => {
  const folder = await newDataFolder()
  const server = await startIn(folder)
  const masjid = await newMasjid(server.url)
  const killed = await pidIn(folder)
  process.kill(killed, 'SIGKILL')
  const poster = createSlotPoster(server.url, masjid)
  await expect.poll(() => poster.post(), { interval: 20 }).toBe(200)
  expect(poster.statuses.filter((it) => it !== 200 && it !== 503)).toEqual([])
  expect(await pidIn(folder)).not.toBe(killed)
})

test('a server locks its data folder again after PostgreSQL closed all connections', async () => {
  const folder = await newDataFolder()
  const server = await startIn(folder)
  // If one process of PostgreSQL crashes, PostgreSQL ends all others. So the server loses the connection with which it locks its data
  // folder.
  const [checkpointer = 0] = await childrenTitled(await pidIn(folder), 'checkpointer')
  process.kill(checkpointer, 'SIGKILL')
  // Poll, because a process that is writing to a busy disk survives SIGKILL for a while.
  await expect.poll(() => server.output()).toContain('restarting it')
  await expect
    .poll(() => readRefusal(folder), { interval: 100 })
    .toContain(`is in use by process ${server.pid}`)
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('a server replaces a PostgreSQL that has lost its connections and accepts no new connections', async () => {
  const folder = await newDataFolder()
  const server = await startIn(folder)
  const frozen = await pidIn(folder)
  process.kill(frozen, 'SIGSTOP')
  for (const connection of await childrenTitled(frozen, '[local]')) process.kill(connection, 'SIGKILL')
  const isReady = async () => (await fetch(`${server.url}/readyz`)).status
  await expect.poll(isReady, { interval: 20 }).toBe(503)
  // Wait for the new PostgreSQL first: a connection that the frozen PostgreSQL was opening may still answer.
  await expect.poll(() => pidIn(folder), { interval: 100, timeout: 40_000 }).not.toBe(frozen)
  await expect.poll(isReady, { interval: 100 }).toBe(200)
})

/** Returns the ids of PostgreSQL's child processes whose title contains `title`. */
async function childrenTitled(postmaster: number, title: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of await childrenOf(postmaster))
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(title)) found.push(pid)
  if (found.length === 0) throw new Error(`PostgreSQL has no ${title}`)
  return found
}

test('a stopped server stops its PostgreSQL, and the next start uses the same database', async () => {
  const folder = await newDataFolder()
  const first = await startIn(folder)
  const masjid = await newMasjid(first.url)
  expect(await first.stop()).toBe(0)
  expect(await readPostmasterFile(clusterIn(folder))).toBeUndefined()
  const second = await startIn(folder)
  expect((await slotsOf(second.url, masjid)).size).toBe(0)
})

test('a server that cannot listen on its port stops its PostgreSQL', async () => {
  const folder = await newDataFolder()
  const other = await startIn(await newDataFolder())
  const { port } = new URL(other.url)
  await expect(startServer({ DATA_DIR: folder, PORT: port })).rejects.toThrow(`Port ${port} is in use`)
  expect(await readPostmasterFile(clusterIn(folder))).toBeUndefined()
})

test('the folder of the embedded database is private to its owner, and PostgreSQL listens only on a Unix socket in it', async () => {
  const folder = await newDataFolder()
  await startIn(folder)
  for (const name of ['postgres', 'postgres/data']) {
    expect(((await stat(join(folder, name))).mode & 0o777).toString(8)).toBe('700')
  }
  expect(((await stat(join(folder, 'postgres/password'))).mode & 0o777).toString(8)).toBe('600')
  expect(await readPostmasterFile(clusterIn(folder))).toMatchObject({
    socketFolder: join(folder, 'postgres'),
    address: '',
  })
})

test('a server deletes the files that an interrupted first start has left', async () => {
  const folder = await newDataFolder()
  await mkdir(join(folder, 'postgres', 'data.new-cut'), { recursive: true })
  await writeFile(join(folder, 'postgres', 'data.new-cut', 'PG_VERSION'), '18\n')
  await startIn(folder)
  await expect(stat(join(folder, 'postgres', 'data.new-cut'))).rejects.toThrow('ENOENT')
})

test('a database of another major version of PostgreSQL is refused with advice to use a backup', async () => {
  const folder = await newDataFolder()
  await (await startIn(folder)).stop()
  await writeFile(join(clusterIn(folder), 'PG_VERSION'), '17\n')
  expect(await readRefusal(folder)).toMatch(
    /was written by PostgreSQL 17, and this Minbar has PostgreSQL 18: .*backup.*restore/,
  )
})

test('the database of an earlier database engine is refused with an error that names its folder', async () => {
  const folder = await newDataFolder()
  await mkdir(join(folder, 'cluster'))
  await writeFile(join(folder, 'cluster', 'PG_VERSION'), '18\n')
  expect(await readRefusal(folder)).toContain(
    `${folder}/cluster was written by the database engine of an earlier Minbar`,
  )
})

test('a server ignores the process id of a dead PostgreSQL if another process has reused the id', async () => {
  const folder = await newDataFolder()
  await (await startIn(folder)).stop()
  const stale = `${process.pid}\n${folder}/postgres/data\n0\n5432\n${folder}/postgres\n\n0\nready\n`
  await writeFile(join(clusterIn(folder), 'postmaster.pid'), stale)
  await writeFile(join(folder, 'postgres', '.s.PGSQL.5432.lock'), stale)
  const server = await startIn(folder)
  expect(await pidIn(folder)).not.toBe(process.pid)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('a server starts in a data folder whose path is too long for a Unix socket, and locks the folder', async () => {
  const folder = join(await newDataFolder(), 'a-long-name'.repeat(12))
  const server = await startIn(folder)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await readRefusal(folder)).toContain('is in use by process')
})

test('the error of a server started as root shows the folder that PostgreSQL’s user cannot enter', async ({
  skip,
}) => {
  skip(process.getuid?.() !== 0, 'the tests do not run as root')
  const folder = await newDataFolder()
  await mkdir(join(folder, 'private'), { mode: 0o700 })
  expect(await readRefusal(join(folder, 'private', 'data'))).toMatch(
    new RegExp(`may not enter ${folder}/private: set DATA_DIR to a folder that this user can reach`),
  )
})
