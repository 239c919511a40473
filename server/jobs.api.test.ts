import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../tests/runtime/database.ts'
import { readConfig } from './config.ts'
import { startJobs } from './jobs.ts'
import { queueLetters } from './letters/outbox.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await openTestDatabase()
})
afterAll(() => testDatabase.close())

async function prepare() {
  const dataDir = await mkdtemp(join(tmpdir(), 'minbar-jobs-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const { database } = testDatabase
  const said: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => said.push(line) })
  const config = readConfig({ DATA_DIR: dataDir })
  return { database, dataDir, said, parts: { config, database, log, publicUrl: 'http://localhost:8080' } }
}

test('what waits when the jobs start is sent, and stopping waits for it', async () => {
  const { database, dataDir, parts, said } = await prepare()
  const letter = { kind: 'password_changed', props: { name: 'Yusuf' } } as const
  await database.transaction((tx) => queueLetters(tx, [{ to: 'yusuf@people.test', letter }]))
  await startJobs(parts).stop()
  expect(await readdir(join(dataDir, 'letters'))).toHaveLength(1)
  expect(said).toEqual([])
})

test('letters that ended more than 30 days ago are dropped, those that wait never, also when another chore fails', async () => {
  const { database, parts, said } = await prepare()
  await testDatabase.setNow('2026-12-31T12:00:00Z')
  const row = { recipient: 'a@people.test', props: '{}', next_attempt_at: new Date('2027-01-01T00:00:00Z') }
  await database.reader
    .insertInto('letters')
    .values([
      { ...row, kind: 'old and sent', sent_at: new Date('2026-12-01T11:59:59Z') },
      { ...row, kind: 'old and given up', failed_at: new Date('2026-12-01T11:59:59Z') },
      { ...row, kind: 'sent', sent_at: new Date('2026-12-01T12:00:01Z') },
      { ...row, kind: 'waiting', created_at: new Date('2026-01-01T00:00:00Z') },
    ])
    .execute()
  await sql`alter table proposals rename to proposals_elsewhere`.execute(database.reader)
  await startJobs(parts).stop()
  const left = await database.reader.selectFrom('letters').select('kind').orderBy('kind').execute()
  expect(left.map(({ kind }) => kind)).toEqual(['sent', 'waiting'])
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('"chore":"expireProposals"')
})
