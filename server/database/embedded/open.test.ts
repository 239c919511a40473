import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DirectoryInUseError } from './directory-lock.ts'
import { type EmbeddedDatabase, openEmbedded } from './open.ts'
import { upkeep } from './upkeep.ts'

let directory: string
const complaints: string[] = []
const log = { info() {}, warn() {}, error: (_: object, message: string) => void complaints.push(message) }

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'open-'))
  // Makes the cluster, within the longer time that a hook has.
  await (await openEmbedded({ directory, log })).close()
})

afterAll(() => rm(directory, { recursive: true }))

/** The state in the head of pg_control (src/include/catalog/pg_control.h): 1 is shut down, 6 in production. */
async function clusterState(): Promise<number> {
  return (await readFile(join(directory, 'cluster/global/pg_control'))).readInt32LE(16)
}

test('closing makes a shutdown checkpoint, gives the directory free, and may be asked twice', async () => {
  const first = await openEmbedded({ directory, log })
  await first.pool.query('create table kept (n int); insert into kept values (1)')
  expect(await clusterState()).toBe(6)
  await Promise.all([first.close(), first.close()])
  await first.close()
  expect(await clusterState()).toBe(1)
  expect(await readdir(join(directory, 'lock'))).toEqual([])
  await expect(first.pool.query('select 1')).rejects.toThrow('after calling end')

  const second = await openEmbedded({ directory, log })
  expect((await second.pool.query('select n from kept')).rows).toEqual([{ n: 1 }])
  await second.close()
})

test('closing waits for the transaction in hand', async () => {
  const embedded = await openEmbedded({ directory, log })
  const client = await embedded.pool.connect()
  await client.query('begin')
  const closing = embedded.close()
  await client.query('insert into kept values (2)')
  await client.query('commit')
  client.release()
  await closing

  const again = await openEmbedded({ directory, log })
  expect((await again.pool.query('select n from kept order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
  await again.close()
})

describe('while it is open', () => {
  let embedded: EmbeddedDatabase

  beforeAll(async () => {
    embedded = await openEmbedded({ directory, log })
  })

  afterAll(() => embedded.close())

  test('a directory in use is refused by name, without harm to its holder', async () => {
    const refusal = openEmbedded({ directory, log })
    await expect(refusal).rejects.toThrow(DirectoryInUseError)
    await expect(refusal).rejects.toThrow(
      `in ${directory} is in use by process ${process.pid}: stop that server`,
    )
    expect((await embedded.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  async function syncsOf(statement: string): Promise<number> {
    const before = embedded.syncCount()
    await embedded.pool.query(statement)
    return embedded.syncCount() - before
  }

  test('a write reaches the disk before it is acknowledged, a read asks for nothing', async () => {
    await syncsOf('vacuum kept')
    for (let n = 10; n < 20; n += 1)
      expect(await syncsOf(`insert into kept values (${n})`)).toBeGreaterThan(0)
    expect(await syncsOf('select count(*) from generate_series(1, 10)')).toBe(0)
    expect(await syncsOf('checkpoint')).toBeGreaterThan(3)
  })

  test('upkeep clears dead rows away and keeps the write-ahead log short', async () => {
    const { pool } = embedded
    const number = async (statement: string) =>
      Number((await pool.query<{ n: string }>(statement)).rows[0]?.n)
    await pool.query(
      `create table "Worn out" as select repeat('x', 1000) as x from generate_series(1, 20000)`,
    )
    await pool.query('delete from "Worn out"')
    await pool.query('select pg_stat_force_next_flush()')
    expect(await number(`select pg_relation_size('"Worn out"') n`)).toBeGreaterThan(20_000_000)

    const done = await upkeep(pool)
    expect(done.vacuumed).toContain('public."Worn out"')
    expect(done.checkpointed).toBe(true)
    expect(await number(`select pg_relation_size('"Worn out"') n`)).toBe(0)
    expect(await number(`select n_dead_tup n from pg_stat_user_tables where relname = 'Worn out'`)).toBe(0)
    expect(
      await number('select pg_current_wal_insert_lsn() - redo_lsn n from pg_control_checkpoint()'),
    ).toBeLessThan(1_000_000)
    await pool.query('select pg_stat_force_next_flush()')
    expect(await upkeep(pool)).toEqual({ vacuumed: [], checkpointed: false })
  })

  test('upkeep waits until no transaction is open', async () => {
    const client = await embedded.pool.connect()
    await client.query('begin')
    await client.query('delete from kept')
    const tidied = upkeep(embedded.pool)
    await client.query('rollback')
    client.release()
    await tidied
    expect((await embedded.pool.query('select count(*)::int as n from kept')).rows).toEqual([{ n: 12 }])
  })
})

test('an engine that dies fails the query in hand and all later ones with its reason, and can be closed', async () => {
  const embedded = await openEmbedded({ directory, log })
  // The next segment of the write-ahead log has nowhere to go, which PostgreSQL answers with a panic.
  await rm(join(directory, 'cluster/pg_wal'), { recursive: true })
  await expect(embedded.pool.query('select pg_switch_wal()')).rejects.toThrow('could not create file')
  const last = embedded.pool.query('create table lost ()')
  await expect(last).rejects.toThrow(/^The embedded database stopped: .*PANIC/)
  await expect(embedded.pool.query('select 1')).rejects.toThrow(/^The embedded database stopped: .*PANIC/)
  expect(complaints).toEqual([expect.stringMatching(/PANIC/)])
  await embedded.close()
})

test('a cluster that cannot be opened stops the start with its reason and gives the directory free', async () => {
  await expect(openEmbedded({ directory, log })).rejects.toThrow(/^The embedded database stopped: .*pg_wal/)
  expect(await readdir(join(directory, 'lock'))).toEqual([])
})
