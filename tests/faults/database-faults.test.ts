import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { isAlive, readPostmasterFile } from '../../server/database/embedded/postmaster-file.ts'
import { urlOfRunningServer } from '../../server/database/embedded/running-url.ts'
import { openPostgres } from '../../server/database/postgres.ts'
import { type PostgresCluster, startPostgres, startStandby } from '../../tools/postgres/cluster.ts'
import { ServerDidNotStart, type ServerProcess } from '../../tools/server/server-process.ts'
import { unlimited } from '../runtime/app.ts'
import { type Member, insertMasjid, insertMasjids } from '../runtime/insert-people.ts'
import { makeDataFolder, removeFolder } from '../runtime/data-folder.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { newDataFolder } from '../runtime/new-data-folder.ts'
import { createDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { type DatabaseEvent, survived, surviveEvents } from './survive-faults.ts'
import { freeze, thaw } from './freeze-postgres.ts'
import { type PostedSlot, postSlot, slotsOf, slotsToPost, statusOf } from './post-slots.ts'
import { openWire, type Wire } from './database-proxy.ts'

/** How often each of the ten events happens; promotions come on top. */
const eventsPerKind = isVerifyRun ? 6 : 1
const promotions = isVerifyRun ? 4 : 1
const lostCommits = isVerifyRun ? 1_000 : 20
/** Milliseconds of silence beyond the first call that gave up; in the long form every connection is given up meanwhile. */
const longSilence = isVerifyRun ? 12_000 : 0

/** Seconds until a change is possible after PostgreSQL takes connections again. */
const afterRestart = 2
/** The same after PostgreSQL itself has ended, which its server starts again. */
const afterKill = 5
/** The same after a time in which it, or the network to it, said nothing. */
const afterSilence = 15

/** Runs statements on a connection of its own. */
async function operate(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Of this database only: other tests use theirs in the same cluster. */
const endConnections = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'minbar' and datname = current_database()`

/** Runs before the server's own code: a name leads to this machine unless there is a file, and else nowhere (RFC 6761). */
const resolvesUnless = (file: string, name: string) => `
  import dns from 'node:dns'
  import { existsSync } from 'node:fs'
  const { lookup } = dns
  const addressOf = () => (existsSync('${file}') ? 'minbar.invalid' : '127.0.0.1')
  dns.lookup = (host, ...more) => lookup(host === '${name}' ? addressOf() : host, ...more)
`

type Members = readonly [Member, ...(readonly Member[])]

async function newMasjidsIn(url: string): Promise<Members> {
  const database = openPostgres(url, 1)
  const masjids: Members = [await insertMasjid(database), ...(await insertMasjids(database, 19))]
  await database.close()
  return masjids
}

describe('a server by DATABASE_URL', () => {
  let cluster: PostgresCluster
  let wire: Wire
  let server: ServerProcess
  let masjids: Members
  let masjid: Member
  let slots: Iterator<PostedSlot, never>
  beforeAll(async () => {
    cluster = await startPostgres({ durable: true })
    const url = await createDatabase(cluster.url)
    wire = await openWire(url)
    server = await startServer(inject('build'), { ...unlimited, DATABASE_URL: wire.url })
  })
  afterAll(async () => {
    await server.stop()
    await wire.close()
    await cluster.stop()
  })
  beforeEach(async () => {
    masjids = await newMasjidsIn(wire.url)
    ;[masjid] = masjids
    slots = slotsToPost()
  })

  const post = () => statusOf(postSlot(server.url, masjid, slots.next().value))
  const statusAt = async (path: string) => (await fetch(server.url + path)).status

  const events: readonly DatabaseEvent[] = [
    {
      what: 'is restarted',
      async happen() {
        await cluster.shutDown()
        await cluster.start()
      },
      recoversWithin: afterRestart,
    },
    {
      what: 'crashes',
      async happen() {
        await cluster.crash()
        await cluster.start()
      },
      recoversWithin: afterRestart,
    },
    {
      what: 'ends every connection',
      happen: () => operate(wire.url, endConnections),
      recoversWithin: afterRestart,
    },
    {
      what: 'is cut off',
      happen: async () => wire.cut(),
      recoversWithin: afterRestart,
    },
    {
      what: 'is frozen for a while',
      async happen(postOnce) {
        await freeze(cluster.folder)
        // As long as it takes until a call has given up.
        expect(await postOnce()).toBe(503)
        await pause(longSilence)
        await thaw(cluster.folder)
      },
      recoversWithin: afterSilence,
    },
    {
      what: 'loses packets for a while',
      async happen(postOnce) {
        wire.swallow()
        expect(await postOnce()).toBe(503)
        await pause(longSilence)
        wire.heal()
      },
      recoversWithin: afterSilence,
    },
  ]

  test.for(events)('whose database $what answers 503 at worst, and loses nothing', async (event, context) => {
    expect(await surviveEvents(context, server, masjids, event, eventsPerKind)).toEqual(survived)
  })

  const failover: DatabaseEvent = {
    what: 'fails over to a synchronous standby',
    async happen(postOnce) {
      const primary = cluster
      await primary.shutDown()
      const standby = await startStandby(primary)
      await expect.poll(postOnce, { interval: 10, timeout: 60_000 }).toBe(200)
      await primary.crash()
      await standby.promote()
      wire.leadTo(standby.url)
      cluster = standby
      await primary.stop()
    },
    recoversWithin: afterRestart,
  }

  test.for([failover])(
    'whose database $what answers 503 at worst, and loses nothing',
    async (event, context) => {
      expect(await surviveEvents(context, server, masjids, event, promotions)).toEqual(survived)
    },
  )

  test('a change whose answer was lost has one effect when its Idempotency-Key is sent again', async () => {
    const answers: (readonly string[])[] = []
    let posted = 0
    while (answers.length < lostCommits) {
      const slot = slots.next().value
      const key = `lost-${slot}`.replaceAll(' ', '-')
      wire.loseCommits(1)
      const status = await statusOf(postSlot(server.url, masjid, slot, key))
      expect(wire.commitsToLose()).toBe(0)
      const { added } = await postSlot(server.url, masjid, slot, key)
      // The commit that was lost may have been one of the server's own chores.
      if (status !== 200) answers.push(added)
      posted += 1
      expect([200, 503]).toContain(status)
    }
    // A second effect would answer that the time was there before.
    expect(answers.filter((added) => added.length !== 1)).toEqual([])
    expect((await slotsOf(server.url, masjid)).size).toBe(posted)
  })

  test('whose database takes no changes says so to callers and to proxies, and answers reads', async () => {
    const name = new URL(wire.url).pathname.slice(1)
    await operate(wire.url, `alter database ${name} set default_transaction_read_only = on`)
    wire.cut()
    expect(await post()).toBe(503)
    expect(await statusAt('/readyz')).toBe(503)
    expect(await statusAt('/healthz')).toBe(200)
    expect((await slotsOf(server.url, masjid)).size).toBe(0)
    await operate(
      wire.url,
      'set default_transaction_read_only = off',
      `alter database ${name} reset default_transaction_read_only`,
    )
    wire.cut()
    await expect.poll(post, { interval: 50, timeout: 60_000 }).toBe(200)
  })

  test('whose database cannot be resolved for a while answers 503 at worst, and goes on afterwards', async () => {
    const folder = await newDataFolder()
    const gone = join(folder, 'gone')
    const host = 'database.minbar.test'
    const named = new URL(wire.url)
    named.searchParams.set('host', host)
    const other = await startServer(inject('build'), {
      ...unlimited,
      DATABASE_URL: named.href,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(resolvesUnless(gone, host))}`,
    })
    onTestFinished(async () => void (await other.stop()))
    const postThere = () => statusOf(postSlot(other.url, masjid, slots.next().value))
    expect(await postThere()).toBe(200)
    await writeFile(gone, '')
    wire.cut()
    expect(await postThere()).toBe(503)
    expect((await fetch(`${other.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200)
    await rm(gone)
    await expect.poll(postThere, { interval: 50 }).toBe(200)
  })

  test('does not start on the schema of a newer version, and says so in one sentence', async () => {
    const url = await createDatabase(cluster.url)
    await (await startServer(inject('build'), { DATABASE_URL: url })).stop()
    await operate(url, `insert into kysely_migration values ('9999-next.sql', now()::text)`)
    const refused: unknown = await startServer(inject('build'), { DATABASE_URL: url }).catch(
      (error: unknown) => error,
    )
    expect(refused instanceof ServerDidNotStart && refused.said).toBe(
      'The database has the schema of a newer Minbar (9999-next.sql): start that version, or one that is newer still.',
    )
  })
})

describe('a server with the embedded database', () => {
  let folder: string
  let server: ServerProcess
  let url: string
  beforeAll(async () => {
    folder = await makeDataFolder()
    server = await startServer(inject('build'), { ...unlimited, DATA_DIR: folder })
    const running = await urlOfRunningServer(folder)
    if (running === undefined) throw new Error('The server has no embedded database.')
    url = running
  })
  afterAll(async () => {
    await server.stop()
    await removeFolder(folder)
  })

  const cluster = () => join(folder, 'postgres', 'data')

  async function signalPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const file = await readPostmasterFile(cluster())
    if (file === undefined) throw new Error('PostgreSQL does not run.')
    process.kill(file.pid, signal)
    await expect.poll(() => isAlive(file.pid), { interval: 5 }).toBe(false)
  }

  const events: readonly DatabaseEvent[] = [
    { what: 'is killed', happen: () => signalPostgres('SIGKILL'), recoversWithin: afterKill },
    { what: 'is asked to end', happen: () => signalPostgres('SIGINT'), recoversWithin: afterKill },
    {
      what: 'ends every connection',
      happen: () => operate(url, endConnections),
      recoversWithin: afterRestart,
    },
    {
      what: 'is frozen for a while',
      async happen(postOnce) {
        await freeze(cluster())
        expect(await postOnce()).toBe(503)
        await pause(longSilence)
        await thaw(cluster())
      },
      recoversWithin: afterSilence,
    },
  ]

  test.for(events)('which $what answers 503 at worst, and loses nothing', async (event, context) => {
    const crowd = await newMasjidsIn(url)
    expect(await surviveEvents(context, server, crowd, event, eventsPerKind)).toEqual(survived)
  })
})
