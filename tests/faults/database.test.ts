import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openPostgres } from '../../server/database/postgres.ts'
import { type PostgresCluster, startPostgres } from '../../tools/postgres/cluster.ts'
import { ServerDidNotStart, type ServerProcess } from '../../tools/server/server-process.ts'
import { unlimited } from '../runtime/app.ts'
import { type Member, masjidIn } from '../runtime/crowd.ts'
import { createDatabase } from '../runtime/postgres-database.ts'
import { startServer } from '../runtime/server-process.ts'
import { freeze, thaw } from './freeze.ts'
import { type PostedSlot, postSlot, slotsOf, slotsToPost, statusOf } from './posting.ts'
import { openWire, type Wire } from './wire.ts'

const isLong = process.env['VERIFY'] === '1'
const eventsPerKind = isLong ? 10 : 1
const lostCommits = isLong ? 1_000 : 20
const callers = 20

let cluster: PostgresCluster
let wire: Wire
let server: ServerProcess
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
  const database = openPostgres(wire.url, 1)
  masjid = await masjidIn(database)
  await database.close()
  slots = slotsToPost()
})

/** Runs statements on a connection of its own. */
async function operate(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: wire.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function post(slot = slots.next().value): Promise<number> {
  return statusOf(postSlot(server.url, masjid, slot))
}

async function statusAt(path: string): Promise<number> {
  return (await fetch(server.url + path)).status
}

async function untilItWorks(): Promise<void> {
  await expect.poll(() => post(), { interval: 50, timeout: 60_000 }).toBe(200)
}

/** What happens to a database, each of it over when the promise resolves. */
const events: Readonly<Record<string, () => Promise<void>>> = {
  async 'is restarted'() {
    await cluster.shutDown()
    await cluster.start()
  },
  async crashes() {
    await cluster.crash()
    await cluster.start()
  },
  async 'ends every connection'() {
    await operate(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'minbar'`)
  },
  async 'is cut off'() {
    wire.cut()
  },
  async 'is frozen for a while'() {
    await freeze(cluster.folder)
    // As long as it takes until a call has given up.
    expect(await post()).toBe(503)
    await thaw(cluster.folder)
  },
  async 'loses packets for a while'() {
    wire.swallow()
    expect(await post()).toBe(503)
    wire.heal()
  },
}

test.each(Object.keys(events))(
  'a server whose database %s answers 503 at worst, and loses nothing',
  async (name) => {
    const acknowledged: PostedSlot[] = []
    const statuses = new Set<number>()
    const over = new AbortController()
    async function postUntilOver(): Promise<void> {
      while (!over.signal.aborted) {
        const slot = slots.next().value
        const status = await post(slot)
        statuses.add(status)
        if (status === 200) acknowledged.push(slot)
      }
    }
    const posting = Array.from({ length: callers }, postUntilOver)
    for (let time = 0; time < eventsPerKind; time += 1) {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { interval: 5, timeout: 60_000 }).toBeGreaterThan(before)
      await events[name]?.()
      expect(await statusAt('/healthz')).toBe(200)
      await untilItWorks()
      expect(await statusAt('/readyz')).toBe(200)
    }
    over.abort()
    await Promise.all(posting)
    expect([...statuses].filter((it) => it !== 200 && it !== 503)).toEqual([])
    const found = await slotsOf(server.url, masjid)
    expect(acknowledged.filter((slot) => !found.has(slot))).toEqual([])
  },
)

test('a change whose answer was lost has one effect when its Idempotency-Key is sent again', async () => {
  const answers: (readonly string[])[] = []
  for (let time = 0; time < lostCommits; time += 1) {
    const slot = slots.next().value
    const key = `lost-${slot}`.replaceAll(' ', '-')
    wire.loseCommits(1)
    expect(await statusOf(postSlot(server.url, masjid, slot, key))).toBe(503)
    expect(wire.commitsToLose()).toBe(0)
    answers.push((await postSlot(server.url, masjid, slot, key)).added)
  }
  // A second effect would answer that the time was there before.
  expect(answers.filter((added) => added.length !== 1)).toEqual([])
  expect((await slotsOf(server.url, masjid)).size).toBe(lostCommits)
})

test('a server whose database takes no changes says so to callers and to proxies, and answers reads', async () => {
  const name = new URL(wire.url).pathname.slice(1)
  await operate(`alter database ${name} set default_transaction_read_only = on`)
  wire.cut()
  expect(await post()).toBe(503)
  expect(await statusAt('/readyz')).toBe(503)
  expect(await statusAt('/healthz')).toBe(200)
  expect((await slotsOf(server.url, masjid)).size).toBe(0)
  await operate(
    'set default_transaction_read_only = off',
    `alter database ${name} reset default_transaction_read_only`,
  )
  wire.cut()
  await untilItWorks()
})

test('a server does not start on the schema of a newer version, and says so in one sentence', async () => {
  const url = await createDatabase(cluster.url)
  await (await startServer(inject('build'), { DATABASE_URL: url })).stop()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into kysely_migration values ('9999-next.sql', now()::text)`)
  await client.end()
  const refused: unknown = await startServer(inject('build'), { DATABASE_URL: url }).catch(
    (error: unknown) => error,
  )
  expect(refused instanceof ServerDidNotStart && refused.said).toBe(
    'The database has the schema of a newer Minbar (9999-next.sql): start that version, or one that is newer still.',
  )
})
