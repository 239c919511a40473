import { once } from 'node:events'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { urlOfRunningServer } from '../../server/database/embedded/running-server-url.ts'
import { recordMeasurement } from '../../tools/test/measurement.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { openDatabase, openTestDatabase } from '../runtime/database.ts'
import { insertMasjid, insertMasjids } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { newDatabase, query } from '../runtime/postgres-database.ts'
import { runTool, startTool } from '../runtime/run-tool.ts'
import { startServer } from '../runtime/server-process.ts'
import { createSlotPoster, type DateAndTime, slotsToPost } from './post-slots.ts'
import { newDisk } from './small-disk.ts'

/** The number of backups made under load. */
const backups = isVerifyRun ? 20 : 2

const writers = 2

/** Returns the slots in a database, as `YYYY-MM-DD HH:MM`. */
async function slotsIn(url: string): Promise<ReadonlySet<DateAndTime>> {
  const rows = await query<{ slot: string }>(
    url,
    `select date || ' ' || to_char(time, 'HH24:MI') as slot from slots where removed_at is null`,
  )
  return new Set(rows.map(({ slot }) => slot))
}

test('a backup made under load contains every change that was acknowledged before the backup began', async (context) => {
  const env = { DATA_DIR: await newDataFolder() }
  const server = await startServer(env)
  const database = openDatabase((await urlOfRunningServer(env.DATA_DIR)) ?? '')
  const slots = slotsToPost()
  const posters = (await insertMasjids(database, writers)).map((it) =>
    createSlotPoster(server.url, it, slots),
  )
  const stops = posters.map((poster) => poster.keepPosting())
  const acknowledged = () => posters.flatMap((poster) => poster.acknowledged)
  const made: { readonly file: string; readonly expected: readonly DateAndTime[] }[] = []
  for (let backup = 0; backup < backups; backup += 1) {
    const file = join(env.DATA_DIR, `${backup}.tar.gz`)
    const known = acknowledged().length
    await expect.poll(() => acknowledged().length).toBeGreaterThan(known + 20)
    made.push({ file, expected: acknowledged() })
    expect(await runTool('backup', [file], env)).toMatchObject({ code: 0 })
  }
  await Promise.all(stops.map((stop) => stop()))
  const missing: DateAndTime[] = []
  for (const { file, expected } of made) {
    const restored = await newDatabase()
    const into = { DATABASE_URL: restored, DATA_DIR: env.DATA_DIR }
    expect(await runTool('restore', [file], into)).toMatchObject({ code: 0 })
    const found = await slotsIn(restored)
    missing.push(...expected.filter((slot) => !found.has(slot)))
  }
  expect(new Set(posters.flatMap((poster) => poster.statuses))).toEqual(new Set([200]))
  recordMeasurement(context.task, {
    name: `acknowledged slots before the last of ${backups} backups`,
    measured: made.at(-1)?.expected.length ?? 0,
    unit: '',
    atLeast: 1,
  })
  recordMeasurement(context.task, {
    name: 'acknowledged slots missing',
    measured: missing.length,
    unit: '',
    atMost: 0,
  })
  expect(missing).toEqual([])
})

test('only its owner can read a backup file, even while it is written, and the file gets its name only when complete', async () => {
  const { url, database } = await openTestDatabase()
  const folder = await newDataFolder()
  const file = join(folder, 'backup.tar.gz')
  const env = { DATABASE_URL: url, DATA_DIR: folder }
  // Make the backup wait: another transaction has an exclusive lock on a table.
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const waiting = `select from pg_stat_activity
    where application_name = 'minbar snapshot' and wait_event_type = 'Lock' and datname = current_database()`
  for (const [signal, left] of [
    ['SIGTERM', 0],
    ['SIGHUP', 0],
    ['SIGKILL', 1],
  ] as const) {
    await client.query('begin; lock table slots in access exclusive mode')
    const tool = startTool('backup', [file], env)
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
    const [name = ''] = await readdir(folder)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    tool.kill(signal)
    // Release the lock, because the tool handles a signal only after its wait for the lock.
    await client.query('rollback')
    if (tool.exitCode === null && tool.signalCode === null) await once(tool, 'exit')
    expect(await readdir(folder)).toHaveLength(left)
    expect(await readdir(folder)).not.toContain('backup.tar.gz')
  }
  // The next backup deletes a draft older than an hour as abandoned.
  const [draft = ''] = await readdir(folder)
  const overAnHourAgo = new Date(Date.now() - 61 * 60_000)
  await utimes(join(folder, draft), overAnHourAgo, overAnHourAgo)
  expect(await runTool('backup', [file], env)).toMatchObject({ code: 0 })
  expect(await readdir(folder)).toEqual(['backup.tar.gz'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { rows } = await client.query('select from upkeep where last_backup_at is not null')
  expect(rows).toHaveLength(1)
})

test('a backup corrects the recorded time of the last backup if that time is in the future', async () => {
  const { url, database } = await openTestDatabase()
  await database.pool.query(`update upkeep set last_backup_at = now() + interval '1 year'`)
  const folder = await newDataFolder()
  const env = { DATABASE_URL: url, DATA_DIR: folder }
  expect(await runTool('backup', [join(folder, 'a.tar.gz')], env)).toMatchObject({ code: 0 })
  const { rows } = await database.pool.query('select from upkeep where last_backup_at <= now()')
  expect(rows).toHaveLength(1)
})

test('a backup to a full disk fails with an error sentence and leaves no file', async (context) => {
  const folder = await newDisk(context, '8k')
  const { url, database } = await openTestDatabase()
  await insertMasjid(database)
  await writeFile(join(folder, 'filler'), Buffer.alloc(8_192)).catch(() => {})
  const said = await runTool('backup', [join(folder, 'a.tar.gz')], { DATABASE_URL: url, DATA_DIR: folder })
  expect(said).toMatchObject({
    code: 1,
    stderr: `${folder}/a.tar.gz could not be written: the disk is full.\n`,
  })
  expect(await readdir(folder)).toEqual(['filler'])
})

test('a backup without a database, or of an empty database, fails with an error sentence', async () => {
  const folder = await newDataFolder()
  const url = await newDatabase()
  const said = await Promise.all([
    runTool('backup', [], { DATA_DIR: folder }),
    runTool('backup', [join(folder, 'a.tar.gz')], { DATA_DIR: folder, DATABASE_URL: url }),
  ])
  expect(said).toMatchObject([
    { code: 1, stderr: `There is no database in ${folder}: set DATABASE_URL or DATA_DIR.\n` },
    { code: 1, stderr: expect.stringContaining('This database holds no Minbar') },
  ])
  expect(await readdir(folder)).toEqual([])
})

test('a backup of a database that was moved fails and names the new database, unless --moved is given', async () => {
  const folder = await newDataFolder()
  const { url, database } = await openTestDatabase()
  const env = { DATABASE_URL: url, DATA_DIR: folder }
  await database.pool.query(`insert into move_state (move_id, state, other, other_identity)
    values (gen_random_uuid(), 'left', 'db.test:5432/minbar', 'other')`)
  const file = join(folder, 'a.tar.gz')
  expect(await runTool('backup', [file], env)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Everything in this database moved to db\.test:5432\/minbar on .*: set DATABASE_URL to .*\.\n$/,
    ),
  })
  expect(await readdir(folder)).toEqual([])
  // A move makes its source read-only. With `--moved`, the tool does not try to record the time of the backup in this database, so it
  // prints no warning.
  await database.pool.query(
    `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
  )
  expect(await runTool('backup', [file, '--moved'], env)).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(folder)).toEqual(['a.tar.gz'])
})

test('a backup to a folder that does not exist fails, and makes no file with the name of the folder', async () => {
  const folder = await newDataFolder()
  const { url } = await openTestDatabase()
  const said = await runTool('backup', [`${folder}/usb/`], { DATABASE_URL: url, DATA_DIR: folder })
  expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be written: ENOENT') })
  expect(await readdir(folder)).toEqual([])
})
