import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { urlOf } from '../../tools/postgres/connections.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { newDatabase, query } from '../runtime/postgres-database.ts'
import { runDoctor } from '../runtime/run-doctor.ts'
import { runTool } from '../runtime/run-tool.ts'
import { outputOfFailedStart } from '../runtime/server-process.ts'

/** Returns the outputs of a server, of `restore` and of `admin`, none of which can use the database. */
async function collectRefusals(DATABASE_URL: string): Promise<readonly string[]> {
  const DATA_DIR = await newDataFolder()
  const file = join(DATA_DIR, 'backup.tar.gz')
  const full = await newDatabase()
  await migrate({ url: full })
  expect(await runTool('backup', [file], { DATABASE_URL: full, DATA_DIR })).toMatchObject({ code: 0 })
  const restored = await runTool('restore', [file], { DATABASE_URL, DATA_DIR })
  const administered = await runTool('admin', ['unverified'], { DATABASE_URL, DATA_DIR })
  expect([restored.code, administered.code]).toEqual([1, 1])
  return [await outputOfFailedStart({ DATABASE_URL }), restored.stderr.trim(), administered.stderr.trim()]
}

test('the server and npm run restore name the reason if the user of DATABASE_URL does not own the database', async () => {
  const database = await newDatabase()
  const user = `user_${randomUUID().replaceAll('-', '')}`
  await query(database, `create role ${user} login password 'secret'`)
  const url = new URL(database)
  url.username = user
  url.password = 'secret'
  const [started, restored] = await collectRefusals(url.href)
  for (const refusal of [started, restored]) {
    expect(refusal).toMatch(
      /^(The database could not be upgraded to the newest schema|PostgreSQL refused this): permission denied .+\. Make the user of DATABASE_URL the owner of the database\.$/,
    )
  }
})

test('the server, its commands and the doctor refuse a database that is not encoded in UTF8', async () => {
  const cluster = inject('postgresCluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const options = `encoding 'SQL_ASCII' template template0 lc_collate 'C' lc_ctype 'C' locale_provider libc`
  await query(cluster, `create database ${name} ${options}`)
  const url = urlOf(cluster, name)
  const sentence = "The database in DATABASE_URL is encoded in SQL_ASCII: create it with encoding 'UTF8'."
  expect(await collectRefusals(url)).toEqual([sentence, sentence, sentence])
  const examined = await runDoctor({ DATABASE_URL: url, DATA_DIR: await newDataFolder() })
  expect(examined.of('database')).toBe(`wrong: ${sentence}`)
})

test('the server and the doctor refuse a database with the tables of another program', async () => {
  const DATABASE_URL = await newDatabase()
  const DATA_DIR = await newDataFolder()
  await query(DATABASE_URL, 'create extension cube')
  await query(DATABASE_URL, 'create table theirs (id int)')
  const sentence = 'The database holds tables of another program: use an empty database.'
  const examined = await runDoctor({ DATABASE_URL, DATA_DIR })
  expect(examined.of('schema')).toBe(`wrong: ${sentence}`)
  expect(await outputOfFailedStart({ DATABASE_URL })).toBe(sentence)
  const tables = await query(DATABASE_URL, `select tablename from pg_tables where schemaname = 'public'`)
  expect(tables).toEqual([{ tablename: 'theirs' }])
})
