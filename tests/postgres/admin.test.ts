import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isAlive, readPostmasterFile } from '../../server/database/embedded/postmaster-file.ts'
import { migrateInTransaction } from '../../server/database/migrate.ts'
import { insertProposal, insertSlot } from '../api/insert-slot.ts'
import { clusterIn, postmasterPid } from '../faults/postmaster.ts'
import { joinMasjid } from '../runtime/add-member.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { openDatabase, openTestDatabase } from '../runtime/database.ts'
import { type InsertedAccount, insertKhateeb, insertMasjid, insertMasjids } from '../runtime/insert-people.ts'
import { newKhateeb } from '../runtime/people.ts'
import { personIdOf } from '../runtime/person-id.ts'
import { newDatabase, query } from '../runtime/postgres-database.ts'
import { runTool, startTool } from '../runtime/run-tool.ts'
import { startServer } from '../runtime/server-process.ts'

const admin = (args: readonly string[], env: Readonly<Record<string, string>>) => runTool('admin', args, env)

async function databaseWithKhateeb() {
  const { database, url } = await openTestDatabase()
  return { database, env: { DATABASE_URL: url }, ...(await insertKhateeb(database)) }
}

test('npm run admin suspends an account and reports the result', async () => {
  const { env, email, name } = await databaseWithKhateeb()
  const said = await admin(['suspend', email], env)
  expect(said.stdout).toBe(`${name} (khateeb, ${email}): suspend: yes, sessions ended: 1\n`)
  const again = await admin(['suspend', email], env)
  expect(again.stdout).toBe(`${name} (khateeb, ${email}): suspend: yes, unchanged\n`)
  expect(await admin(['verify', 'nobody@minbar.example'], env)).toMatchObject({
    code: 1,
    stderr: 'There is no account nobody@minbar.example.\n',
  })
})

test('npm run admin prints what a command has changed, and audits the command with the operator as actor', async () => {
  const { database, env, uid, email, name } = await databaseWithKhateeb()
  const said = await Promise.all([
    admin(['set-free-trial', uid, 'no'], env),
    admin(['end-sessions', email.toUpperCase()], env),
  ])
  expect(said).toMatchObject([
    { stdout: `${name} (khateeb, ${email}): set free trial: no\n`, stderr: '' },
    { stdout: `${name} (khateeb, ${email}): end sessions, sessions ended: 1\n`, stderr: '' },
  ])
  const audited = database.db.selectFrom('audit').where('khateeb_uid', '=', uid)
  const rows = await audited.select(['by_role', 'event']).orderBy('event').execute()
  expect(rows).toEqual([
    { by_role: 'operator', event: 'free_trial_unset' },
    { by_role: 'operator', event: 'sessions_ended' },
  ])
})

test('npm run admin removes second factors and reports how many', async () => {
  const { database, env, uid, email, name } = await databaseWithKhateeb()
  const person_id = await personIdOf(database.db, uid)
  const app = { kind: 'authenticator_app', device: 'a test', secret: 'JBSWY3DP', last_time_step: 0 } as const
  await database.db
    .insertInto('second_factors')
    .values({ person_id, ...app })
    .execute()
  const said = await admin(['remove-second-factors', email], env)
  expect(said.stdout).toBe(`${name} (khateeb, ${email}): remove second factors, second factors removed: 1\n`)
  const again = await admin(['remove-second-factors', email], env)
  expect(again.stdout).toBe(`${name} (khateeb, ${email}): remove second factors, unchanged\n`)
})

test('a command of npm run admin that cannot be audited is rolled back', async () => {
  const { database, env, uid } = await databaseWithKhateeb()
  await sql`alter table audit add constraint refused check (by_role <> 'operator')`.execute(database.db)
  expect(await admin(['suspend', uid], env)).toMatchObject({ code: 1 })
  const { db } = database
  const account = db.selectFrom('parties').where('uid', '=', uid).select('suspended_at')
  expect(await account.executeTakeFirstOrThrow()).toEqual({ suspended_at: null })
  expect(await db.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
})

test('npm run admin refuses an email whose person has several accounts, and lists their uids', async () => {
  const { database, url } = await openTestDatabase()
  const env = { DATABASE_URL: url }
  const [first, second] = await insertMasjids(database, 2)
  if (first === undefined || second === undefined) throw new Error('No masjids')
  const { email, personId } = first
  await joinMasjid(database.db, personId, second.uid, 'viewer')
  const choices =
    `${email} has several accounts. Use the uid of one instead:\n` +
    `  ${first.uid}  ${first.name} (masjid)\n  ${second.uid}  ${second.name} (masjid)\n`
  const commands = [
    ['suspend', email],
    ['verify', email],
    ['end-sessions', email],
    ['name-owner', email, 'new-owner@minbar.example'],
  ]
  const refused = await Promise.all(commands.map((args) => admin(args, env)))
  for (const said of refused) expect(said).toMatchObject({ code: 1, stdout: '', stderr: choices })
  expect((await admin(['suspend', second.uid], env)).stdout).toContain(`${second.name} (masjid, `)
  const suspended = database.db.selectFrom('parties').where('suspended_at', 'is not', null)
  expect(await suspended.select('uid').execute()).toEqual([{ uid: second.uid }])
})

test('npm run admin remove-second-factors finds a person with several accounts by the person’s email', async () => {
  const { database, url } = await openTestDatabase()
  const [first, second] = await insertMasjids(database, 2)
  if (first === undefined || second === undefined) throw new Error('No masjids')
  await joinMasjid(database.db, first.personId, second.uid, 'viewer')
  const said = await admin(['remove-second-factors', first.email], { DATABASE_URL: url })
  expect(said).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${first.email}): remove second factors`),
  })
})

test('npm run admin does not remove second factors by the uid of a masjid, because the uid names no person', async () => {
  const { database, url } = await openTestDatabase()
  const { uid, personId } = await insertMasjid(database)
  const app = { kind: 'authenticator_app', device: 'a test', secret: 'JBSWY3DP', last_time_step: 0 } as const
  await database.db
    .insertInto('second_factors')
    .values({ person_id: personId, ...app })
    .execute()
  expect(await admin(['remove-second-factors', uid], { DATABASE_URL: url })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${uid} is a masjid, not a person: use the email of the person who has lost their second factors.\n`,
  })
  expect(await database.db.selectFrom('second_factors').selectAll().execute()).toHaveLength(1)
})

/** Verifies an account with the code that the command prints for it. */
async function verify(email: string, env: Readonly<Record<string, string>>) {
  return admin(['verify', email, codeIn((await admin(['verify', email], env)).stderr)], env)
}

const codeIn = (output: string) => / verify \S+ ([\da-f]{32})$/m.exec(output)?.[1] ?? 'no code'

test('npm run admin -- verify shows the masjid first, and refuses a masjid that has changed since the operator saw it', async () => {
  const { database, url } = await openTestDatabase()
  const env = { DATABASE_URL: url }
  const { email, name, uid } = await insertMasjid(database)
  const seen = codeIn((await admin(['unverified'], env)).stdout)
  const first = await admin(['verify', email], env)
  expect(first).toMatchObject({ code: 1, stdout: '' })
  expect(first.stderr).toBe(
    `Not verified yet. Check this masjid first:\n  ${name}\n  1 Main Street, Dearborn, MI 48126\n` +
      `Then: npm run admin -- verify ${uid} ${seen}\n`,
  )
  await database.db.updateTable('masjids').set({ masjid_name: 'Another' }).where('uid', '=', uid).execute()
  const late = await admin(['verify', email, seen], env)
  expect(late.code).toBe(1)
  expect(late.stderr).toMatch(
    /^Not verified: that code belongs to another name or place\.[^]*\n {2}Another\n/u,
  )
  expect(await admin(['verify', email, codeIn(late.stderr)], env)).toMatchObject({
    code: 0,
    stdout: `Another (masjid, ${email}): verify: yes\n  1 Main Street, Dearborn, MI 48126\n`,
  })
})

/** The entry for a masjid in the output of `unverified`. */
const entry = ({ name, email, uid }: InsertedAccount, requests: number) =>
  `${name}, signed up DATE, requests waiting: ${requests}\n` +
  `  1 Main Street, Dearborn, MI 48126\n  3135550100\n  email not confirmed: ${email}\n` +
  `  to verify it: npm run admin -- verify ${uid} CODE\n`

test('npm run admin -- unverified lists the unverified masjids, those with the most pending requests first', async () => {
  const { database, url } = await openTestDatabase()
  const env = { DATABASE_URL: url }
  expect((await admin(['unverified'], env)).stdout).toBe('All masjids are verified.\n')
  const [quiet, busy, verified] = await insertMasjids(database, 3)
  const khateeb = await insertKhateeb(database)
  if (quiet === undefined || busy === undefined || verified === undefined) throw new Error('No masjids')
  const slot = await insertSlot(database, busy.uid, '13:00')
  const people = { masjid_uid: busy.uid, khateeb_uid: khateeb.uid }
  await insertProposal(database, { ...people, slot_id: slot.slot_id, direction: 'request' })
  await verify(verified.email, env)
  const { stdout } = await admin(['unverified'], env)
  const masked = stdout
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')
    .replaceAll(/(?<= verify \S+ )[\da-f]{32}$/gm, 'CODE')
  expect(masked).toBe(`${entry(busy, 1)}\n${entry(quiet, 0)}`)
})

test('npm run admin without arguments, or with --help, prints its usage', async () => {
  const [nothing, help, wrong] = await Promise.all([
    admin([], {}),
    admin(['verify', '--help'], {}),
    admin(['banish', 'somebody@minbar.example'], {}),
  ])
  expect(nothing.stdout).toMatch(/^npm run admin -- COMMAND WHO/)
  expect(help.stdout).toBe(nothing.stdout)
  expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: 'See npm run admin -- --help\n' })
})

test('npm run admin never creates a database or its schema', async () => {
  const folder = await newDataFolder()
  const missing = join(folder, 'missing')
  const url = await newDatabase()
  const order = ['verify', 'somebody@minbar.example']
  const refusals = [{ DATABASE_URL: url }, { DATA_DIR: folder }, { DATA_DIR: missing }].map((env) =>
    admin(order, env),
  )
  expect(await Promise.all(refusals)).toMatchObject([
    {
      code: 1,
      stdout: '',
      stderr: 'The database has no schema yet: start Minbar once, which creates the schema.\n',
    },
    { code: 1, stdout: '', stderr: `There is no database in ${folder}: set DATABASE_URL or DATA_DIR.\n` },
    { code: 1, stdout: '', stderr: `There is no database in ${missing}: set DATABASE_URL or DATA_DIR.\n` },
  ])
  expect(await readdir(folder)).toEqual([])
  expect(await query(url, `select tablename from pg_tables where schemaname = 'public'`)).toEqual([])
})

test('npm run admin and npm run move do not upgrade a database with an older schema', async () => {
  const url = await newDatabase()
  await migrateInTransaction(openDatabase(url).db, '0113-salts-of-renewals.sql')
  const env = { DATABASE_URL: url, MOVE_TO_URL: await newDatabase() }
  const refusal = {
    code: 1,
    stdout: expect.not.stringContaining('close'),
    stderr: expect.stringMatching(
      /^The database has the schema of an older Minbar \(without 0114-\S+\.sql, .*\): start this version of Minbar first, which upgrades the schema, or run this command with the version that is running\.\n$/u,
    ),
  }
  expect(await admin(['unverified'], env)).toMatchObject(refusal)
  expect(await runTool('move-database', [], env)).toMatchObject(refusal)
  const applied = await query(url, 'select name from kysely_migration order by name desc limit 1')
  expect(applied).toEqual([{ name: '0113-salts-of-renewals.sql' }])
})

test('npm run admin can change the embedded database while its server runs', async () => {
  const folder = await newDataFolder()
  const server = await startServer({ DATA_DIR: folder })
  const { email } = await newKhateeb(server.url)
  const said = await verify(email, { DATA_DIR: folder })
  expect(said.stdout).toContain(`${email}): verify: yes`)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'when npm run admin gets %s, it stops the embedded PostgreSQL that it has started',
  async (signal) => {
    const env = { DATA_DIR: await newDataFolder() }
    await (await startServer(env)).stop()
    const tool = startTool('admin', ['unverified'], env)
    const said = text(tool.stderr)
    const cluster = clusterIn(env.DATA_DIR)
    await expect.poll(() => readPostmasterFile(cluster), { interval: 5 }).toBeDefined()
    const postgres = await postmasterPid(cluster)
    tool.kill(signal)
    await expect.poll(() => isAlive(postgres)).toBe(false)
    expect(await said).toBe('The command was interrupted: run it again.\n')
  },
)
