import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { newDataFolder } from '../tests/runtime/data-folder.ts'
import { openTestDatabase } from '../tests/runtime/database.ts'
import { holdMailResponses } from '../tests/runtime/hold-mail-responses.ts'
import { startMailServer } from '../tests/runtime/mail-server.ts'
import { readConfig } from './config.ts'
import { deletionListIn } from './identity/deletion-list.ts'
import { startJobs } from './jobs.ts'
import { queueLetters } from './letters/queue-letters.ts'

const testDatabase = await openTestDatabase()
const { database } = testDatabase

const queueLetter = () => {
  const letter = { kind: 'password_changed', props: { name: 'Yusuf' } } as const
  return database.transaction((tx) => queueLetters(tx, [{ to: 'yusuf@people.test', letter }]))
}

/** Creates the parts that the jobs need. `logLines` has the lines that the log writes at `level` and above. */
async function prepare(env: Readonly<Record<string, string>> = {}, level = 'error') {
  const dataDir = await newDataFolder()
  const logLines: string[] = []
  const log = pino({ level }, { write: (line) => logLines.push(line) })
  const config = readConfig({ DATA_DIR: dataDir, ...env })
  const deletions = deletionListIn(dataDir)
  const parts = { config, database, log, deletions, publicUrl: 'http://localhost:8080' }
  return { dataDir, logLines, parts }
}

test('started jobs send queued letters, and stopping the jobs waits until these letters are sent', async () => {
  const { dataDir, parts, logLines } = await prepare()
  await queueLetter()
  await startJobs(parts).stop()
  expect(await readdir(join(dataDir, 'letters'))).toHaveLength(1)
  expect(logLines).toEqual([])
})

test('letters that were sent or given up over 30 days ago are deleted even if another job fails, and queued letters are kept', async () => {
  const { parts, logLines } = await prepare()
  await testDatabase.setNow('2026-12-31T12:00:00Z')
  await database.db.deleteFrom('letters').execute()
  const row = { recipient: 'a@people.test', props: '{}', next_attempt_at: new Date('2027-01-01T00:00:00Z') }
  await database.db
    .insertInto('letters')
    .values([
      { ...row, kind: 'old and sent', sent_at: new Date('2026-12-01T11:59:59Z') },
      { ...row, kind: 'old and given up', failed_at: new Date('2026-12-01T11:59:59Z') },
      { ...row, kind: 'sent', sent_at: new Date('2026-12-01T12:00:01Z') },
      { ...row, kind: 'waiting', created_at: new Date('2026-01-01T00:00:00Z') },
    ])
    .execute()
  await sql`alter table proposals rename to proposals_elsewhere`.execute(database.db)
  onTestFinished(async () => {
    await sql`alter table proposals_elsewhere rename to proposals`.execute(database.db)
  })
  await startJobs(parts).stop()
  const left = await database.db.selectFrom('letters').select('kind').orderBy('kind').execute()
  expect(left.map(({ kind }) => kind)).toEqual(['sent', 'waiting'])
  expect(logLines).toHaveLength(1)
  expect(logLines[0]).toContain('"job":"expireProposals"')
})

test('letter files older than 30 days are deleted', async () => {
  const { dataDir, parts, logLines } = await prepare()
  await testDatabase.setNow('2026-12-31T12:00:00Z')
  const folder = join(dataDir, 'letters')
  await mkdir(folder)
  const kept = ['20261201T120001000Z-welcome-1.eml', 'notes.txt']
  const old = '20261201T115959000Z-welcome-2.eml'
  // The file `….new` is left behind if a process is killed while writing a file.
  for (const name of [...kept, old, `${old}.4711.new`]) await writeFile(join(folder, name), '')
  await startJobs(parts).stop()
  expect(await readdir(folder)).toEqual(kept)
  expect(logLines).toEqual([])
})

test('the log warns if the disk has less free space than DISK_WARNING', async () => {
  const { dataDir, logLines, parts } = await prepare({ DISK_WARNING: '100000000' }, 'warn')
  await startJobs(parts).stop()
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: 'the disk of DATA_DIR is almost full: free some space, or use a larger disk',
      dataDir,
      warningBytes: 100_000_000 * 1_048_576,
    },
  ])
})

test('stopping the jobs does not wait for a hanging mail server, and leaves the letter to the next process', async () => {
  const hold = holdMailResponses()
  const server = await startMailServer({ answerAfter: hold.answerAfter })
  const { parts } = await prepare({ SMTP_URL: server.url })
  await testDatabase.setNow('2026-12-31T12:00:00Z')
  await database.db.deleteFrom('letters').execute()
  await queueLetter()
  const jobs = startJobs(parts)
  await hold.until(1)
  await jobs.stop()
  expect(await database.db.selectFrom('letters').selectAll().execute()).toMatchObject([
    { attempts: 1, sent_at: null, failed_at: null, next_attempt_at: new Date('2026-12-31T12:00:45Z') },
  ])
})
