import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { type PostgresCluster, startPostgres, startStandby } from '../../tools/postgres/cluster.ts'
import { ServerDidNotStart, type ServerProcess } from '../../tools/server/server-process.ts'
import { unlimited } from '../runtime/app.ts'
import type { Member } from '../runtime/crowd.ts'
import { isLong } from '../runtime/is-long.ts'
import { newDataFolder } from '../runtime/new-data-folder.ts'
import { createDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import {
  afterRestart,
  afterSilence,
  endsConnections,
  eventsPerKind,
  freezesForAWhile,
  longSilence,
  type Members,
  newMasjidsIn,
  operate,
} from './database-events.ts'
import { type DatabaseEvent, survived, surviveEvents } from './events.ts'
import { type PostedSlot, postSlot, slotsOf, slotsToPost, statusOf } from './posting.ts'
import { openWire, type Wire } from './wire.ts'

const promotions = isLong ? 4 : 1
const lostCommits = isLong ? 1_000 : 20

/** Runs before the server's own code: a name leads to this machine unless there is a file, and else nowhere (RFC 6761). */
const resolvesUnless = (file: string, name: string) => `
  import dns from 'node:dns'
  import { existsSync } from 'node:fs'
  const { lookup } = dns
  const addressOf = () => (existsSync('${file}') ? 'minbar.invalid' : '127.0.0.1')
  dns.lookup = (host, ...more) => lookup(host === '${name}' ? addressOf() : host, ...more)
`

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
    endsConnections(() => wire.url),
    {
      what: 'is cut off',
      happen: async () => wire.cut(),
      recoversWithin: afterRestart,
    },
    freezesForAWhile(() => cluster.folder),
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
