import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { getKhateebs, getMasjids } from '../../contract/directory.ts'
import { signIn } from '../../contract/identity.ts'
import type { Database } from '../../server/database/database.ts'
import { migrate, migrateInTransaction } from '../../server/database/migrate.ts'
import { urlOf, withConnection, withDatabase } from '../../tools/postgres/connections.ts'
import { clientOf, startApp } from '../runtime/app.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { openDatabase } from '../runtime/database.ts'
import { newKhateeb, newMasjid, password, type TestAccount } from '../runtime/people.ts'
import { newDatabase, query } from '../runtime/postgres-database.ts'
import { runDoctor } from '../runtime/run-doctor.ts'
import { runTool } from '../runtime/run-tool.ts'
import { outputOfFailedStart, startServer } from '../runtime/server-process.ts'

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

test.each([
  [
    'is not encoded in UTF8',
    `encoding 'SQL_ASCII' template template0 lc_collate 'C' lc_ctype 'C' locale_provider libc`,
    "is encoded in SQL_ASCII: create it with encoding 'UTF8'.",
  ],
  [
    'has a Turkish locale',
    `encoding 'UTF8' template template0 lc_collate 'C' lc_ctype 'C' locale_provider icu icu_locale 'tr-TR'`,
    "has a locale in which the lowercase of I is ı: create another database with another locale, such as 'C.UTF-8'. If this one has data, make a backup (npm run backup), and restore the file there (npm run restore -- FILE).",
  ],
])('the server, its commands and the doctor refuse a database that %s', async (_, options, problem) => {
  const cluster = inject('postgresCluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query(cluster, `create database ${name} ${options}`)
  const url = urlOf(cluster, name)
  const sentence = `The database in DATABASE_URL ${problem}`
  expect(await collectRefusals(url)).toEqual([sentence, sentence, sentence])
  const examined = await runDoctor({ DATABASE_URL: url, DATA_DIR: await newDataFolder() })
  expect(examined.of('database')).toBe(`wrong: ${sentence}`)
})

test('a restore of a backup of a database with a Turkish locale makes all names findable', async () => {
  const cluster = inject('postgresCluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await query(
    cluster,
    `create database ${name} encoding 'UTF8' template template0 lc_collate 'C' lc_ctype 'C' locale_provider icu icu_locale 'tr-TR'`,
  )
  const [DATABASE_URL, DATA_DIR] = [urlOf(cluster, name), await newDataFolder()]
  await withDatabase(DATABASE_URL, migrateInOneTransaction)
  const database = openDatabase(DATABASE_URL, 4)
  const app = await startApp({ parts: { database } })
  await newMasjid(app.baseUrl, { masjidName: 'ISLAMIC CENTER OF IRVING' })
  const khateeb = await newKhateeb(app.baseUrl, { firstName: 'Idris' })
  const found = { masjids: ['ISLAMIC CENTER OF IRVING'], khateebs: [khateeb.name] }
  expect(await search(app.baseUrl, khateeb)).not.toEqual(found)
  await app.stop()
  await database.close()
  const file = join(DATA_DIR, 'backup.tar.gz')
  expect(await runTool('backup', [file], { DATABASE_URL, DATA_DIR })).toMatchObject({ code: 0 })
  const restored = { DATABASE_URL: await newDatabase(), DATA_DIR }
  expect(await runTool('restore', [file], restored)).toMatchObject({ code: 0 })
  const server = await startServer(restored)
  expect(await search(server.url, khateeb)).toEqual(found)
})

/** Migrates a database with one connection, without checking its settings. */
async function migrateInOneTransaction(
  database: Database,
  beforeCommit: (database: Database) => Promise<void> = async () => {},
): Promise<void> {
  await sql`begin`.execute(database.db)
  await migrateInTransaction(database.db)
  await beforeCommit(database)
  await sql`commit`.execute(database.db)
}

/** Searches for names with an I as a khateeb. Returns the names of the matches, without suggestions. */
async function search(baseUrl: string, { email }: TestAccount) {
  const { token } = await clientOf(baseUrl).call(signIn, { email, password })
  const client = clientOf(baseUrl, token)
  const [masjids, khateebs] = await Promise.all([
    client.call(getMasjids, { q: 'islamic irving' }),
    client.call(getKhateebs, { q: 'idris' }),
  ])
  return {
    masjids: masjids.filter((it) => !it.isSuggestion).map((it) => it.masjidName),
    khateebs: khateebs.filter((it) => !it.isSuggestion).map((it) => `${it.firstName} ${it.lastName}`),
  }
}

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

test('a server, its commands and a restore of a backup work in a schema whose name has capital letters', async () => {
  const database = await newDatabase()
  await query(database, 'create schema "Our-Masjid"')
  const url = new URL(database)
  url.searchParams.set('options', '-c search_path="Our-Masjid",public')
  const [DATABASE_URL, DATA_DIR] = [url.href, await newDataFolder()]
  const server = await startServer({ DATABASE_URL })
  await newMasjid(server.url)
  expect(await server.stop()).toBe(0)
  const file = join(DATA_DIR, 'backup.tar.gz')
  expect(await runTool('backup', [file], { DATABASE_URL, DATA_DIR })).toMatchObject({ code: 0 })
  await query(database, 'drop schema "Our-Masjid" cascade; create schema "Our-Masjid"')
  expect(await runTool('restore', [file], { DATABASE_URL, DATA_DIR })).toMatchObject({ code: 0 })
  expect(await query(database, 'select from "Our-Masjid".masjids')).toHaveLength(1)
})

test.each([
  ['DateStyle', 'SQL, DMY', 'ISO, MDY'],
  ['standard_conforming_strings', 'off', 'on'],
])(
  'the server, its commands and the doctor refuse a database whose %s is %s',
  async (name, value, needed) => {
    const DATABASE_URL = await newDatabase()
    const database = new URL(DATABASE_URL).pathname.slice(1)
    await query(DATABASE_URL, `alter database ${database} set ${name} to '${value}'`)
    const [problem, advice] = [
      `The database in DATABASE_URL has ${name} = '${value}', and Minbar needs '${needed}':`,
      `alter role minbar in database ${database} set ${name} to '${needed}'`,
    ]
    const examined = await runDoctor({ DATABASE_URL, DATA_DIR: await newDataFolder() })
    expect(examined.of('database')).toBe(`wrong: ${problem} run ${advice}.`)
    const byOption = new URL(DATABASE_URL)
    byOption.searchParams.set('options', `-c ${name}=${value.replaceAll(' ', '')}`)
    expect(await outputOfFailedStart({ DATABASE_URL: byOption.href })).toMatch(
      / remove \w+ from PGOPTIONS and from the options in the URL\.$/,
    )
    expect(await outputOfFailedStart({ DATABASE_URL })).toBe(`${problem} run ${advice}.`)
    await query(DATABASE_URL, advice)
    expect(await (await startServer({ DATABASE_URL })).stop()).toBe(0)
  },
)

test('the server names the setting that makes a new database read-only or leaves it without a schema', async () => {
  for (const [setting, hint] of [
    [
      'default_transaction_read_only to on',
      /\. Set .+ default_transaction_read_only to off for the database/,
    ],
    ['search_path to nowhere', /\. Create the schema that search_path names, or reset search_path/],
  ] as const) {
    const DATABASE_URL = await newDatabase()
    await query(DATABASE_URL, `alter database ${new URL(DATABASE_URL).pathname.slice(1)} set ${setting}`)
    const refusal = await outputOfFailedStart({ DATABASE_URL })
    expect(refusal).toMatch(/^The database could not be upgraded to the newest schema: /)
    expect(refusal).toMatch(hint)
  }
})

test('the server and the doctor name the schema of an extension that is not in search_path', async () => {
  const DATABASE_URL = await newDatabase()
  await query(DATABASE_URL, 'create schema extensions; create extension cube schema extensions')
  const sentence =
    'The database in DATABASE_URL has cube in the schema extensions: add this schema to the search_path of the database or its user.'
  expect(await outputOfFailedStart({ DATABASE_URL })).toBe(sentence)
  const examined = await runDoctor({ DATABASE_URL, DATA_DIR: await newDataFolder() })
  expect(examined.of('database')).toBe(`wrong: ${sentence}`)
  const name = new URL(DATABASE_URL).pathname.slice(1)
  await query(DATABASE_URL, `alter database ${name} set search_path to public, extensions`)
  expect(await (await startServer({ DATABASE_URL })).stop()).toBe(0)
})

test('the server and the doctor name the missing privilege if the user may not use the schema of an extension', async () => {
  const database = await newDatabase()
  const url = new URL(database)
  const name = url.pathname.slice(1)
  url.username = `user_${randomUUID().replaceAll('-', '')}`
  url.password = 'secret'
  await query(database, `create role ${url.username} login password 'secret'`)
  await query(database, `alter database ${name} owner to ${url.username}`)
  await query(database, `create schema extensions; create extension cube schema extensions`)
  await query(database, `alter database ${name} set search_path to public, extensions`)
  // The user may use this schema, so the sentence about the privilege must not name it.
  await query(
    database,
    `create schema others authorization ${url.username}; create extension pg_trgm schema others`,
  )
  const DATABASE_URL = url.href
  const grant = `grant usage on schema extensions to ${url.username}`
  const sentence = `The database in DATABASE_URL has cube in the schema extensions, which this user may not use: run ${grant}.`
  expect(await outputOfFailedStart({ DATABASE_URL })).toBe(sentence)
  const examined = await runDoctor({ DATABASE_URL, DATA_DIR: await newDataFolder() })
  expect(examined.of('database')).toBe(`wrong: ${sentence}`)
  await query(database, grant)
  expect(await outputOfFailedStart({ DATABASE_URL })).toBe(
    'The database in DATABASE_URL has pg_trgm in the schema others: add this schema to the search_path of the database or its user.',
  )
  await query(database, `alter database ${name} set search_path to public, extensions, others`)
  expect(await (await startServer({ DATABASE_URL })).stop()).toBe(0)
})

test('migrations have no timeout, and changes read committed rows, if the database has other defaults', async () => {
  const url = await newDatabase()
  const name = new URL(url).pathname.slice(1)
  await query(url, `alter database ${name} set default_transaction_isolation to serializable`)
  const database = openDatabase(url)
  await migrateInOneTransaction(database, async ({ db }) => {
    expect((await sql`show statement_timeout`.execute(db)).rows).toEqual([{ statement_timeout: '0' }])
  })
  const isolation = await database.transaction((tx) => sql`show transaction_isolation`.execute(tx))
  expect(isolation.rows).toEqual([{ transaction_isolation: 'read committed' }])
})

test('the doctor compares DATABASE_CONNECTIONS with the connection limits of the user and of the database', async () => {
  const database = await newDatabase()
  const url = new URL(database)
  const name = url.pathname.slice(1)
  url.username = `user_${randomUUID().replaceAll('-', '')}`
  url.password = 'secret'
  await query(database, `create role ${url.username} login password 'secret' connection limit 3`)
  await query(database, `alter database ${name} connection limit 5`)
  // PostgreSQL hides the activity of other users from this user.
  const examined = await withConnection(database, async () =>
    runDoctor({ DATABASE_URL: url.href, DATA_DIR: await newDataFolder(), DATABASE_CONNECTIONS: '4' }),
  )
  expect(examined.of('connections').split('\n')).toEqual([
    expect.stringMatching(/^ok: \d+ of PostgreSQL's \d+ connections are in use; /),
    "ok: 2 of the database's 5 connections are in use; with DATABASE_CONNECTIONS=4 there is room for 1 server.",
    "wrong: 1 of the user's 3 connections are in use, and one server opens up to 4: lower DATABASE_CONNECTIONS, or run alter role NAME connection limit -1.",
  ])
})
