import { chmod, chown, copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../tools/postgres/cluster.ts'
import { urlOf } from '../../tools/postgres/connections.ts'
import { localhostCertificate, otherLocalhostCertificate } from '../runtime/certificates/certificates.ts'
import { closeWhenDone } from '../runtime/close-when-done.ts'
import { newDataFolder } from '../runtime/data-folder.ts'
import { createDatabase, query } from '../runtime/postgres-database.ts'
import { runDoctor } from '../runtime/run-doctor.ts'
import { runTool, startTool } from '../runtime/run-tool.ts'
import { outputOfFailedStart, startServer } from '../runtime/server-process.ts'

const password = 'top-secret'

/** Starts a PostgreSQL with TLS. Resolves with its URL as superuser, and with functions that change who may log in. */
async function startPostgresWithTls() {
  const cluster = await startPostgres()
  closeWhenDone(() => cluster.stop())
  const { uid, gid } = await stat(cluster.folder)
  const pgHba = join(cluster.folder, 'pg_hba.conf')
  const reload = () => query(cluster.url, 'select pg_reload_conf()')
  /** Changes the server's key and certificate. Both are in `file`. */
  const useCertificate = async (file: string) => {
    for (const name of ['server.key', 'server.crt']) {
      const copy = join(cluster.folder, name)
      await copyFile(file, copy)
      // PostgreSQL refuses a key that others can read.
      await chmod(copy, 0o600)
      await chown(copy, uid, gid)
    }
    await reload()
  }
  await query(cluster.url, 'alter system set ssl = on')
  await useCertificate(localhostCertificate)
  const rules = await readFile(pgHba, 'utf8')
  /** Puts a line before the usual lines of pg_hba.conf. */
  const setFirstRule = async (line: string) => {
    await writeFile(pgHba, `${line}\n${rules}`)
    await reload()
  }
  return { url: cluster.url, useCertificate, setFirstRule }
}

/** Returns the URL of a database for a user, with parameters. `localhost` is the name in the certificate. */
function urlFor(url: string, user: string, parameters: Readonly<Record<string, string>> = {}): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  for (const [name, value] of Object.entries({ host: 'localhost', ...parameters }))
    changed.searchParams.set(name, value)
  return changed.href
}

const postgres = await startPostgresWithTls()

async function newDatabaseOf(user: string): Promise<string> {
  const url = await createDatabase(postgres.url)
  await query(postgres.url, `create role ${user} login password '${password}'`)
  await query(postgres.url, `alter database ${new URL(url).pathname.slice(1)} owner to ${user}`)
  return url
}

test('a server responds with 503 while PostgreSQL refuses the server’s connections, and recovers without a restart', async () => {
  const url = await newDatabaseOf('app')
  const name = new URL(url).pathname.slice(1)
  const server = await startServer({
    DATABASE_URL: urlFor(url, 'app', { sslmode: 'verify-full', sslrootcert: localhostCertificate }),
  })
  const asSuperuser = (statement: string) => query(postgres.url, statement)
  const answer = async () => {
    await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'`)
    // The pool may still have connections whose end it has not noticed. Each of them makes one call fail with 503.
    const statuses = []
    for (let call = 0; call < 3; call += 1) {
      const { status } = await fetch(`${server.url}/get_masjid_details/${crypto.randomUUID()}`)
      statuses.push(status)
    }
    return statuses.at(-1)
  }
  const faults: readonly (readonly [() => Promise<unknown>, () => Promise<unknown>])[] = [
    [
      () => asSuperuser(`alter role app password 'another'`),
      () => asSuperuser(`alter role app password '${password}'`),
    ],
    [() => asSuperuser('alter role app nologin'), () => asSuperuser('alter role app login')],
    [
      () => asSuperuser('alter role app connection limit 0'),
      () => asSuperuser('alter role app connection limit -1'),
    ],
    [() => postgres.setFirstRule('host all app all reject'), () => postgres.setFirstRule('')],
    [
      async () => {
        await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
        await asSuperuser(`alter database ${name} rename to elsewhere`)
      },
      () => asSuperuser(`alter database elsewhere rename to ${name}`),
    ],
    [
      async () => {
        await asSuperuser('alter system set ssl = off')
        await asSuperuser('select pg_reload_conf()')
      },
      async () => {
        await asSuperuser('alter system set ssl = on')
        await asSuperuser('select pg_reload_conf()')
      },
    ],
  ]
  const answers = []
  for (const [cause, mend] of faults) {
    await cause()
    const during = await answer()
    await mend()
    answers.push([during, await answer()])
  }
  expect(answers).toEqual(faults.map(() => [503, 404]))
  await postgres.useCertificate(otherLocalhostCertificate)
  expect(await answer()).toBe(503)
  expect(server.output()).not.toContain(password)
})

test('the server and its commands say in one sentence why PostgreSQL refuses a connection, and what to do', async () => {
  const url = await newDatabaseOf('owner')
  const name = new URL(url).pathname.slice(1)
  for (const role of ['refused login', 'no_login', 'limited login connection limit 0', 'stranger login']) {
    await query(postgres.url, `create role ${role} password '${password}'`)
  }
  await query(postgres.url, `revoke connect on database ${name} from public`)
  await postgres.setFirstRule('host all refused all reject')
  await postgres.useCertificate(localhostCertificate)
  const withoutPassword = new URL(urlFor(url, 'owner'))
  withoutPassword.password = ''
  const cases: readonly (readonly [string, string])[] = [
    [
      urlFor(url, 'owner').replace(password, 'not-the-secret'),
      '(password authentication failed for user "owner"): correct the user and password in DATABASE_URL.',
    ],
    [withoutPassword.href, ': correct the user and password in DATABASE_URL.'],
    [urlFor(url, 'nobody_here'), '): correct the user and password in DATABASE_URL.'],
    [
      urlFor(url, 'no_login'),
      '(role "no_login" is not permitted to log in): run alter role NAME login, or correct the user in DATABASE_URL.',
    ],
    [
      urlFor(url, 'refused'),
      'allow this user, database and address in pg_hba.conf; if that file requires TLS, add sslmode=verify-full to DATABASE_URL.',
    ],
    [
      urlFor(urlOf(url, 'missing'), 'owner'),
      '(database "missing" does not exist): create the database, or correct its name in DATABASE_URL.',
    ],
    [urlFor(url, 'stranger'), 'make the user of DATABASE_URL the owner of the database.'],
    [
      urlFor(url, 'limited'),
      '(too many connections for role "limited"): wait and try again, lower DATABASE_CONNECTIONS, or raise the limit of PostgreSQL.',
    ],
    [
      urlFor(url, 'owner', { sslmode: 'verify-full' }),
      '(self-signed certificate): add sslrootcert=FILE to DATABASE_URL, with the certificate that signed the certificate of PostgreSQL.',
    ],
    [
      urlFor(url, 'owner', {
        sslmode: 'verify-full',
        sslrootcert: localhostCertificate,
        host: '127.0.0.1',
      }),
      '): set the host in DATABASE_URL to a name that is in the certificate of PostgreSQL.',
    ],
    [
      `${inject('postgresCluster')}&sslmode=verify-full`,
      '(The server does not support SSL connections): turn on ssl in PostgreSQL, or remove sslmode from DATABASE_URL if no other machine can read the traffic.',
    ],
  ]
  for (const [DATABASE_URL, sentence] of cases) {
    const env = { DATABASE_URL, DATA_DIR: await newDataFolder() }
    const [started, administered] = await Promise.all([
      outputOfFailedStart(env),
      runTool('admin', ['unverified'], env),
    ])
    expect(started).toContain(sentence)
    expect(started).not.toMatch(/secret|\n/u)
    expect(administered.stderr).toBe(`${started}\n`)
  }
})

test('a backup and the doctor give the same reason as the server when PostgreSQL refuses a connection', async () => {
  for (const DATABASE_URL of [
    urlFor(postgres.url, 'nobody_here', { sslmode: 'verify-full' }),
    urlFor(postgres.url, 'nobody_here'),
  ]) {
    const env = { DATABASE_URL, DATA_DIR: await newDataFolder() }
    const reason = await outputOfFailedStart(env)
    expect(reason).toMatch(/^Cannot connect to the database in DATABASE_URL \(.+\): .+\.$/u)
    const [backedUp, examined] = await Promise.all([runTool('backup', [], env), runDoctor(env)])
    expect(backedUp).toMatchObject({ code: 1, stderr: `${reason}\n` })
    expect(examined.of('database')).toBe(`wrong: ${reason}`)
  }
})

test('npm run move with a URL without a password ends with an error sentence, even if PostgreSQL keeps the connection open', async () => {
  const url = await newDatabaseOf('mover')
  // Otherwise PostgreSQL closes the connection after a minute, and so ends the command.
  await query(postgres.url, `alter system set authentication_timeout = '10min'`)
  await query(postgres.url, 'select pg_reload_conf()')
  const withoutPassword = new URL(urlFor(url, 'mover'))
  withoutPassword.password = ''
  const env = { DATABASE_URL: withoutPassword.href, MOVE_TO_URL: await createDatabase(postgres.url) }
  const tool = startTool('move-database', [], env)
  onTestFinished(() => void tool.kill())
  const said = text(tool.stderr)
  await expect.poll(() => tool.exitCode).toBe(1)
  expect(await said).toMatch(/^The database \S+ refused the connection: .*password.*\n$/u)
})
