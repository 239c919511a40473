import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { deleteAccount, getSession, signIn } from '../../contract/identity.ts'
import type { Database } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrate.ts'
import { deletionListPath } from '../../server/identity/deletion-list.ts'
import { queueLetters } from '../../server/letters/queue-letters.ts'
import { withDatabase } from '../../tools/postgres/connections.ts'
import { readAllRows, tablesChangedByRestore } from '../runtime/all-rows.ts'
import { clientOf } from '../runtime/app.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { openDatabase } from '../runtime/database.ts'
import { fillEveryTable } from '../runtime/fill-every-table.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { startMailServer } from '../runtime/mail-server.ts'
import { newMasjid, password } from '../runtime/people.ts'
import { newDatabase, query } from '../runtime/postgres-database.ts'
import { runTool, startTool } from '../runtime/run-tool.ts'
import { startServer } from '../runtime/server-process.ts'

/** The number of times that a restore is killed. */
const kills = isVerifyRun ? 14 : 2

const folder = await newDataFolder()
const url = await newDatabase()
const env = { DATABASE_URL: url, DATA_DIR: folder }
const server = await startServer(env)
const database = openDatabase(url)
const people = await fillEveryTable(server.url, database)
await server.stop()
// Delete the letters of the setup, because some may be unsent.
await database.db.deleteFrom('letters').execute()
await queueTwoLetters(database, 'early@people.test')
const backupResult = await runTool('backup', [], env)
const backup = /\/\S+\.tar\.gz/u.exec(backupResult.stdout)?.[0] ?? ''
const rowsBefore = await readAllRows(url)
const nextServer = await startServer(env)
await clientOf(nextServer.url, people.khateeb.token).call(deleteAccount, { password })
await nextServer.stop()

/** Queues two letters: one without a link, and one with a link. The second letter is sent even if its link doesn't work. */
function queueTwoLetters(database: Database, to: string): Promise<void> {
  return database.transaction((tx) =>
    queueLetters(tx, [
      { to, letter: { kind: 'password_changed', props: { name: 'Maryam' } } },
      { to, letter: { kind: 'email_restored', props: { name: 'Maryam', token: 'secret' } } },
    ]),
  )
}

test('a restored database has all rows, except sessions, rate limits and answer links, and its links for passwords and email addresses have expired', async () => {
  const url = await newDatabase()
  const said = await runTool('restore', [backup], { DATABASE_URL: url, DATA_DIR: await newDataFolder() })
  expect(said).toMatchObject({ code: 0, stderr: '' })
  expect(said.stdout).toContain('Letters held, because they may have been sent after the backup: 1.')
  const after = await readAllRows(url)
  expect(Object.keys(after)).toEqual(Object.keys(rowsBefore))
  const others = Object.keys(rowsBefore).filter((name) => !tablesChangedByRestore.has(name))
  const same = (rows: typeof rowsBefore) => Object.fromEntries(others.map((name) => [name, rows[name]]))
  expect(same(after)).toEqual(same(rowsBefore))
  expect(rowsBefore['answer_links']).not.toEqual([])
  expect([after['sessions'], after['rate_limits'], after['answer_links']]).toEqual([[], [], []])
  const audited = after['audit'] ?? []
  expect(audited.filter((row) => rowsBefore['audit']?.includes(row))).toEqual(rowsBefore['audit'])
  expect(audited.filter((row) => !rowsBefore['audit']?.includes(row))).toEqual([
    expect.stringContaining('database_restored'),
  ])
  expect(after['links']).toHaveLength(rowsBefore['links']?.length ?? 0)
  expect(after['letters']).toHaveLength(rowsBefore['letters']?.length ?? 0)
  expect(await query(url, 'select from links where expires_at > now()')).toEqual([])
})

test('a restore ends sessions, repeats later account deletions, and holds the letters of the backup', async () => {
  const mail = await startMailServer()
  const env = { DATABASE_URL: await newDatabase(), SMTP_URL: mail.url, DATA_DIR: await newDataFolder() }
  const lists = ['--deletions', deletionListPath(folder)]
  const said = await runTool('restore', [backup, ...lists], env)
  expect(said.stdout).toContain('Accounts deleted after the backup, now deleted again: 1.')

  const server = await startServer(env)
  const { masjid, khateeb } = people
  expect(await clientOf(server.url, masjid.token).call(getSession, {})).toBeNull()
  const gone = clientOf(server.url).call(signIn, { email: khateeb.email, password })
  await expect(gone).rejects.toMatchObject({ status: 401 })
  expect(await clientOf(server.url).call(signIn, { email: masjid.email, password })).toMatchObject({
    uid: masjid.uid,
  })
  await queueTwoLetters(openDatabase(env.DATABASE_URL), 'late@people.test')
  await expect.poll(() => mail.recipients()).toEqual(['late@people.test', 'late@people.test'])
  expect(server.output()).toContain('letters are held since a restore')

  const held = await runTool('admin', ['held-letters'], env)
  expect(held.stdout).toMatch(/password changed +1 /u)
  const released = await runTool('admin', ['release-letters'], env)
  expect(released.stdout).toBe('letters released: 1\n')
  await expect.poll(() => mail.recipients()).toContain('early@people.test')
  expect(mail.received).toHaveLength(3)
})

test('a restore that is not possible fails with an error sentence and changes nothing', async () => {
  const url = await newDatabase()
  const env = { DATABASE_URL: url, DATA_DIR: await newDataFolder() }
  const refusal = async (...args: readonly string[]) => {
    const { code, stderr } = await runTool('restore', args, env)
    expect(code).toBe(1)
    return stderr
  }
  const other = join(env.DATA_DIR, 'other.tar.gz')
  const bytes = await readFile(backup)
  await writeFile(other, bytes.subarray(0, bytes.length - 100))
  expect(await refusal(other)).toContain('is damaged or incomplete')
  // Change the schema number in the backup file.
  for (const [digits, age] of [
    ['9', 'a newer'],
    ['000', 'an older'],
  ]) {
    const tar = gunzipSync(bytes)
    tar.write(`"schema": "${digits}`, tar.indexOf('"schema": "0'))
    await writeFile(other, gzipSync(tar))
    expect(await refusal(other)).toContain(`made by ${age} Minbar`)
  }
  expect(await readAllRows(url)).toEqual({})
  await migrate({ url })
  await withDatabase(url, (database) => queueTwoLetters(database, 'member@people.test'))
  const full = await readAllRows(url)
  expect(await refusal(backup)).toContain('The database is not empty')
  expect(await readAllRows(url)).toEqual(full)
})

test('a killed restore leaves an empty database, and the next restore fills it', async () => {
  const env = { DATABASE_URL: await newDatabase(), DATA_DIR: await newDataFolder() }
  for (let kill = 0; kill < kills; kill += 1) {
    const tool = startTool('restore', [backup], env)
    // The tool prints a line after every one or two tables that it has copied.
    let lines = 0
    for await (const line of createInterface(tool.stdout)) {
      if (line.startsWith('Tables: ')) lines += 1
      if (lines > kill % 7) break
    }
    tool.kill('SIGKILL')
    if (tool.exitCode === null && tool.signalCode === null) await once(tool, 'exit')
    await expect.poll(() => readAllRows(env.DATABASE_URL)).toEqual({})
  }
  expect(await runTool('restore', [backup], env)).toMatchObject({ code: 0 })
})

test('a restore replaces an embedded database only if it is stopped and --put-aside is set, and keeps the former one', async () => {
  const DATA_DIR = await newDataFolder()
  const env = { DATA_DIR }
  const server = await startServer(env)
  const masjid = await newMasjid(server.url)
  await mkdir(join(DATA_DIR, 'safe'))
  const file = join(DATA_DIR, 'safe', 'backup.tar.gz')
  expect(await runTool('backup', [file], env)).toMatchObject({ code: 0, stderr: '' })
  const running = await runTool('restore', [file, '--put-aside'], env)
  expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') })
  await server.stop()
  const present = await runTool('restore', [file], env)
  expect(present).toMatchObject({ code: 1, stderr: expect.stringContaining('--put-aside') })
  expect(await runTool('restore', [file, '--put-aside'], env)).toMatchObject({ code: 0, stderr: '' })
  const names = (await readdir(DATA_DIR)).filter((name) => /^(postgres$|postgres-|restoring)/u.test(name))
  expect(names).toEqual(['postgres', expect.stringMatching(/^postgres-before-/u)])

  const restored = await startServer(env)
  const signedIn = clientOf(restored.url).call(signIn, { email: masjid.email, password })
  expect(await signedIn).toMatchObject({ uid: masjid.uid })
})

async function nextLine(input: NodeJS.ReadableStream): Promise<unknown> {
  const [line] = await once(createInterface({ input }), 'line')
  return line
}

test('an interrupted restore deletes its unfinished database, even if Ctrl+C arrives twice', async () => {
  const DATA_DIR = await newDataFolder()
  const tool = startTool('restore', [backup], { DATA_DIR })
  const exited = once(tool, 'exit')
  expect(await nextLine(tool.stdout)).toContain('Tables: ')
  tool.kill('SIGINT')
  expect(await nextLine(tool.stderr)).toContain('was interrupted, and its changes are undone')
  tool.kill('SIGINT')
  expect(await exited).toEqual([1, null])
  expect(await readdir(DATA_DIR)).toEqual([])
})
