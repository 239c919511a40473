import { chmod, cp, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { checkBackup } from '../../tools/doctor/backup.ts'
import type { CheckContext } from '../../tools/doctor/check.ts'
import { startApp } from '../runtime/app.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { openTestDatabase } from '../runtime/database.ts'
import { startHttpProxy } from '../runtime/http-proxy.ts'
import { listen } from '../runtime/listen.ts'
import { startMailServer } from '../runtime/mail-server.ts'
import { newDatabase } from '../runtime/postgres-database.ts'
import { preloadOption, runDoctor, runDoctorWithFlags } from '../runtime/run-doctor.ts'
import { startServer } from '../runtime/server-process.ts'

const METRICS_TOKEN = 'a-token-of-thirty-two-characters'

/** Returns each file in a folder, with its mode, size and modification time. */
async function stateOf(folder: string): Promise<readonly string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const states = names.map(async (name) => {
    const { mode, size, mtimeMs } = await stat(join(folder, name))
    return [name, mode, size, mtimeMs].join(' ')
  })
  return (await Promise.all(states)).toSorted()
}

test('the doctor finds nothing wrong with a server that is set up as in the handbook, and recognizes a copied data folder', async () => {
  const mail = await startMailServer()
  const folder = await newDataFolder()
  const env = {
    DATA_DIR: folder,
    METRICS_TOKEN,
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: mail.url,
    MAIL_FROM: 'no-reply@masjids.test',
  }
  const server = await startServer(env)
  const copy = await newDataFolder()
  await cp(folder, copy, { recursive: true, filter: async (path) => !(await stat(path)).isSocket() })
  const PUBLIC_URL = await startHttpProxy(server.url, 'added')
  const examined = await runDoctor({ ...env, PUBLIC_URL })
  expect(examined.findings.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  expect(examined).toMatchObject({ exitCode: 0 })
  expect(examined.of('database')).toMatch(/^ok: PostgreSQL 18\.\S+ answers and accepts changes\.$/)
  for (const check of [
    'settings',
    'disk',
    'data folder',
    'durability',
    'connections',
    'schema',
    'letters',
    'mail',
    'public address',
    'clock of database',
    'clock of PUBLIC_URL',
  ]) {
    expect(examined.of(check)).toMatch(/^ok: /)
  }
  expect(examined.of('proxy')).toBe(
    "ok: Each caller's address has limits of its own: the proxy at 127.0.0.1 said that this call came from 127.0.0.1.",
  )
  expect(mail.received).toEqual([])
  expect(examined.of('backup')).toMatch(/^warning: This database was never backed up/)
  const ofCopy = await runDoctor({ DATA_DIR: copy })
  expect(ofCopy.of('database')).toMatch(/^wrong: The database in .* is a copy/)
})

test('the doctor reports an invalid setting with its error', async () => {
  expect(await runDoctorWithFlags([], { PORT: '80a' })).toEqual({
    output:
      'wrong    settings  PORT must be a whole number from 0 to 65535, but it is "80a".\n\nwrong: 1, warning: 0, ok: 0\n',
    code: 1,
  })
  expect(await runDoctorWithFlags(['--jsn'], {})).toEqual({
    output: 'See npm run doctor -- --help\n',
    code: 1,
  })
})

test('the doctor warns about a variable with almost the name of a setting', async () => {
  const examined = await runDoctor({
    DATA_DIR: await newDataFolder(),
    SMPT_URL: 'smtp://mail.test',
    TRUST_PROXIES: '127.0.0.1',
    HOSTNAME: 'a-container',
    OTEL_SERVICE_NAME: 'minbar',
    npm_config_yes: 'true',
  })
  expect(examined.of('settings')).toBe(
    'warning: SMPT_URL is not a setting: did you mean SMTP_URL?\n' +
      'warning: TRUST_PROXIES is not a setting: did you mean TRUST_PROXY?',
  )
})

test('the doctor reports the problems of a machine before the first start of Minbar, and writes nothing', async () => {
  const folder = await newDataFolder()
  const programs = await newDataFolder()
  await writeFile(join(programs, 'timedatectl'), '#!/bin/sh\necho no\n', { mode: 0o755 })
  await mkdir(join(folder, 'letters'), { mode: 0o755 })
  await chmod(folder, 0o755)
  const before = await stateOf(folder)
  const examined = await runDoctor({
    DATA_DIR: folder,
    DISK_WARNING: '100000000',
    PATH: `${programs}:${process.env['PATH']}`,
    NODE_OPTIONS: preloadOption("Object.defineProperty(process, 'version', { value: 'v20.18.3' })"),
  })
  expect(await stateOf(folder)).toEqual(before)
  expect(examined).toMatchObject({ exitCode: 1, verdict: 'wrong' })
  expect(examined.of('node')).toMatch(/^wrong: Node v20.18.3 is too old for Minbar: install Node 24/)
  expect(examined.of('clock by NTP')).toMatch(/^warning: .*timedatectl set-ntp true/)
  expect(examined.of('disk')).toMatch(/^warning: .* less than DISK_WARNING/)
  expect(examined.of('data folder')).toBe(
    `warning: Other users of this machine can read ${folder}: chmod go-rw ${folder}\n` +
      `wrong: Other users of this machine may enter ${folder}/letters: chmod 700 ${folder}/letters`,
  )
  expect(examined.of('database')).toMatch(/^wrong: There is no database in .*: start Minbar once/)
  expect(examined.of('mail')).toMatch(/^warning: SMTP_URL is not set/)
  expect(examined.of('public address')).toMatch(/^warning: PUBLIC_URL is not set/)
})

test('the doctor reports a stopped embedded database as a warning', async () => {
  const folder = await newDataFolder()
  await mkdir(join(folder, 'postgres', 'data'), { recursive: true, mode: 0o700 })
  expect((await runDoctor({ DATA_DIR: folder })).of('database')).toMatch(
    /^warning: The database in .* does not run/,
  )
})

test('the doctor reports a read-only database, unsafe settings and too few connections', async () => {
  const { database, url } = await openTestDatabase()
  const { pool } = database
  const name = new URL(url).pathname.slice(1)
  await pool.query(`insert into letters (kind, recipient, props, next_attempt_at)
    values ('welcome', 'a@people.test', '{}', now() - interval '20 minutes')`)
  await pool.query(`alter database ${name} set default_transaction_read_only = on`)
  const port = await listen(createServer((_, response) => response.end('{"status":"ok"}')))
  const mail = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('No')),
  })
  const examined = await runDoctor({
    DATABASE_URL: url,
    DATABASE_CONNECTIONS: '1000',
    DATA_DIR: await newDataFolder(),
    SMTP_URL: mail.url.replace('//', '//minbar:guess@'),
    MAIL_FROM: 'no-reply@elsewhere.test',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  expect(examined.of('database')).toMatch(/^wrong: PostgreSQL .+ is set to read only/)
  // The tests' PostgreSQL runs without durable writes, so the doctor reports it.
  expect(examined.of('durability')).toMatch(/^wrong: .*: fsync, full_page_writes, synchronous_commit\.$/)
  expect(examined.of('connections')).toMatch(/^wrong: .* lower DATABASE_CONNECTIONS/)
  expect(examined.of('letters')).toMatch(/^wrong: A letter has been due for 20 minutes/)
  expect(examined.of('mail')).toMatch(/^wrong: The mail server \S+ refuses Minbar/)
  expect(examined.of('mail')).not.toContain('guess')
  expect(examined.of('public address')).toMatch(/^wrong: .*something that is not Minbar answers there/)
  expect(examined.of('schema')).toMatch(/^ok: /)
})

test('the doctor reports a newer schema, a wrong clock, late letters and a proxy outside TRUST_PROXY', async () => {
  const app = await startApp({ env: { METRICS_TOKEN } })
  const { pool, url } = app.database
  await pool.query(`insert into kysely_migration values ('9999-of-tomorrow.sql', '2026-01-01')`)
  await pool.query(`insert into letters (kind, recipient, props, attempts, created_at, next_attempt_at)
    values ('welcome', 'a@people.test', '{}', 7, now() - interval '3 hours', now() + interval '1 hour')`)
  const examined = await runDoctor({
    DATABASE_URL: url,
    DATA_DIR: await newDataFolder(),
    METRICS_TOKEN,
    PUBLIC_URL: await startHttpProxy(app.baseUrl, 'added'),
    NODE_OPTIONS: preloadOption('const now = Date.now; Date.now = () => now() + 300_000'),
  })
  expect(examined.of('schema')).toMatch(/^wrong: .* newer Minbar \(9999-of-tomorrow\.sql\)/)
  expect(examined.of('letters')).toMatch(/^warning: A letter has been undeliverable for 180 minutes/)
  expect(examined.of('clock of database')).toMatch(/^wrong: .* differ by 300\.\d seconds/)
  expect(examined.of('clock of PUBLIC_URL')).toMatch(/^wrong: /)
  expect(examined.of('proxy')).toMatch(/^wrong: .*: set TRUST_PROXY=127\.0\.0\.1$/)
})

test('the doctor reports an older schema, a missing extension, failed letters and a proxy without X-Forwarded-For', async () => {
  const app = await startApp({ env: { METRICS_TOKEN, TRUST_PROXY: '127.0.0.1' } })
  const { pool, url } = app.database
  await pool.query(`delete from kysely_migration where name like '0110%'`)
  await pool.query(`drop extension pg_trgm cascade`)
  await pool.query(`update upkeep set last_backup_at = now() - interval '27 hours',
    letters_held_since = now() + interval '1 day'`)
  await pool.query(
    `insert into letters (kind, recipient, props, failed_at) values ('welcome', 'a@people.test', '{}', now())`,
  )
  const env = { DATABASE_URL: url, DATA_DIR: await newDataFolder(), METRICS_TOKEN, TRUST_PROXY: '127.0.0.1' }
  const examinedBehind = async (header: 'added' | 'passed on' | 'removed', more = {}) =>
    runDoctor({ ...env, ...more, PUBLIC_URL: await startHttpProxy(app.baseUrl, header) })
  const examined = await examinedBehind('passed on')
  expect(examined.of('database')).toMatch(/^wrong: The database lacks pg_trgm/)
  expect(examined.of('schema')).toMatch(
    /^warning: .* older Minbar \(without 0110-schema\.sql\): restart Minbar/,
  )
  expect(examined.of('letters')).toMatch(
    /^warning: Some letters could not be delivered \(0 waiting, 1 given up/,
  )
  expect(examined.of('proxy')).toMatch(/^wrong: A caller can pretend to be at any address/)
  await pool.query(`insert into letters (kind, recipient, props) values ('welcome', 'a@people.test', '{}')`)
  await pool.query(`update upkeep set last_backup_at = now()`)
  const [removed, trusting] = await Promise.all([
    examinedBehind('removed'),
    examinedBehind('added', { TRUST_PROXY: '128.0.0.0/1' }),
  ])
  expect(removed.of('backup')).toBe('ok: The last backup is 0 hours old.')
  expect(trusting.of('letters')).toMatch(/^warning: Letters are held since a restore \(1\)/)
  expect(removed.of('proxy')).toMatch(/^wrong: .* the proxy at 127\.0\.0\.1 adds no X-Forwarded-For/)
  expect(trusting.of('proxy')).toMatch(/^wrong: TRUST_PROXY trusts every address/)
})

test('the doctor accepts a proxy that adds a port to the address in X-Forwarded-For, and reports one that adds a name', async () => {
  const app = await startApp({ env: { METRICS_TOKEN, TRUST_PROXY: '127.0.0.1' } })
  const env = {
    DATABASE_URL: app.database.url,
    DATA_DIR: await newDataFolder(),
    METRICS_TOKEN,
    TRUST_PROXY: '127.0.0.1',
  }
  const [withPort, withName] = [
    await runDoctor({ ...env, PUBLIC_URL: await startHttpProxy(app.baseUrl, 'added with port') }),
    await runDoctor({ ...env, PUBLIC_URL: await startHttpProxy(app.baseUrl, 'added as name') }),
  ]
  expect(withPort.of('proxy')).toMatch(/^ok: .* said that this call came from 127\.0\.0\.1\.$/)
  expect(withName.of('proxy')).toMatch(
    /^wrong: .* the proxy at 127\.0\.0\.1 writes "localhost" into X-Forwarded-For/,
  )
})

test('the doctor reports a database whose data was moved to another database', async () => {
  const { database, url } = await openTestDatabase()
  const { pool } = database
  await pool.query(`insert into move_state (move_id, state, other, other_identity)
    values (gen_random_uuid(), 'left', 'db.test:5432/minbar', 'other')`)
  const examined = await runDoctor({ DATABASE_URL: url, DATA_DIR: await newDataFolder() })
  expect(examined.of('database')).toMatch(
    /^wrong: Everything in this database moved to db\.test:5432\/minbar/,
  )
})

test('the doctor reports a backup older than three days or in the future as wrong, and a backup almost that old as a warning', async () => {
  const { database } = await openTestDatabase()
  const { pool, db } = database
  const context: CheckContext = {
    config: readConfig({}),
    readDatabase: (read) => db.transaction().execute(read),
    publicResponse: async () => undefined,
  }
  const verdict = async () => [await checkBackup(context)].flat().map((it) => it.verdict)
  expect(await verdict()).toEqual(['warning'])
  await pool.query(`insert into audit (happened_at, by_role, event, masjid_uid)
    values (now() - interval '73 hours', 'operator', 'account_verified', gen_random_uuid())`)
  expect(await verdict()).toEqual(['wrong'])
  await pool.query(`update upkeep set last_backup_at = now() - interval '71 hours'`)
  expect(await verdict()).toEqual(['warning'])
  await pool.query(`update upkeep set last_backup_at = now() - interval '73 hours'`)
  expect(await verdict()).toEqual(['wrong'])
  await pool.query(`update upkeep set last_backup_at = now() + interval '73 hours'`)
  expect(await verdict()).toEqual(['wrong'])
})

test('the doctor reports an empty database', async () => {
  const DATABASE_URL = await newDatabase()
  const examined = await runDoctor({ DATABASE_URL, DATA_DIR: await newDataFolder() })
  expect(examined.of('schema')).toMatch(/^warning: .* older Minbar \(without 0110-schema\.sql, /)
  expect(examined.of('letters')).toMatch(/^warning: This can be checked only after/)
  expect(examined.of('backup')).toMatch(/^warning: This can be checked only after/)
})

test('the doctor reports a database that refuses connections', async () => {
  const examined = await runDoctor({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    DATA_DIR: await newDataFolder(),
  })
  expect(examined.of('database')).toMatch(
    /^wrong: Cannot connect to the database in DATABASE_URL \(connect ECONNREFUSED/,
  )
})
