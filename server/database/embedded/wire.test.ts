import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool, type PoolClient } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { databaseOn } from '../database.ts'
import { migrate } from '../migrate.ts'
import { types } from '../types.ts'
import { type EmbeddedDatabase, openEmbedded } from './open.ts'

let directory: string
let embedded: EmbeddedDatabase
let pool: Pool

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wire-'))
  embedded = await openEmbedded({ directory, log: { info() {}, warn() {}, error() {} } })
  pool = embedded.pool
})

afterAll(async () => {
  await embedded.close()
  await rm(directory, { recursive: true })
})

async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

async function column(text: string, values: unknown[] = []): Promise<unknown[]> {
  const { rows } = await pool.query<unknown[]>({ text, values, rowMode: 'array' })
  return rows.map((row) => row[0])
}

test('values have the types and the form that a PostgreSQL server gives them', async () => {
  const everyType = `
    select timestamptz '2026-03-08 01:59:59.123456-05' as instant, timestamp '2026-12-31 23:59:59' as clock,
      date '2026-02-28' as day, time '13:30' as hour, interval '1 day 2 hours' as pause,
      true as yes, 2::int2 as small, 4::int4 as whole, 8::int8 as big, 1.5::float8 as real, 12.30::numeric as exact,
      'ابن'::text as words, 'a'::varchar as short, '\\xdeadbeef'::bytea as bytes, array[1, 2] as numbers,
      array['a', null] as strings, '{"a": [1]}'::json as json, '{"b": null}'::jsonb as jsonb,
      '6d1f8b1e-0c5b-4b0e-9a55-4a2f6f7f0b11'::uuid as id, null::text as nothing,
      tstzrange('2026-01-01 00:00Z', '2026-01-01 01:00Z') as span, $1::timestamptz as sent, $2::jsonb as body`
  const values = [new Date('2026-06-01T12:00:00Z'), { c: 1 }]
  const server = new Pool({ connectionString: inject('postgresCluster'), max: 1, types })
  try {
    await server.query("set time zone 'UTC'")
    const there = await server.query(everyType, values)
    const here = await pool.query(everyType, values)
    expect(here.rows).toEqual(there.rows)
    expect(here.fields.map((field) => field.dataTypeID)).toEqual(
      there.fields.map((field) => field.dataTypeID),
    )
  } finally {
    await server.end()
  }
})

test('a failed statement carries its SQLSTATE and constraint, and the next answer is its own', async () => {
  await pool.query(`
    create extension if not exists btree_gist;
    create table booking (
      id int constraint booking_once primary key,
      khateeb int,
      during tstzrange,
      constraint booking_busy exclude using gist (khateeb with =, during with &&)
    )`)
  const book = (id: number, from: string, to: string) =>
    pool.query('insert into booking values ($1, 7, tstzrange($2, $3))', [id, from, to])
  await book(1, '2026-01-02 12:00Z', '2026-01-02 13:00Z')
  await expect(book(1, '2026-01-03 12:00Z', '2026-01-03 13:00Z')).rejects.toMatchObject({
    code: '23505',
    constraint: 'booking_once',
  })
  await expect(book(2, '2026-01-02 12:59Z', '2026-01-02 14:00Z')).rejects.toMatchObject({
    code: '23P01',
    constraint: 'booking_busy',
  })
  await expect(pool.query('select $1::int / 0', [1])).rejects.toMatchObject({ code: '22012' })
  await expect(pool.query('selec')).rejects.toMatchObject({ code: '42601' })
  expect(await column('select $1::text', ['mine'])).toEqual(['mine'])
  expect(await column('select id from booking')).toEqual([1])
})

test('the nearest point is found through a cube index', async () => {
  await pool.query(`
    create extension if not exists cube;
    create table place as select i, cube(array[i, 0, 0]) as at from generate_series(1, 1000) i;
    create index on place using gist (at)`)
  expect(await column(`select i from place order by at <-> cube(array[500.2, 0, 0]) limit 2`)).toEqual([
    500, 501,
  ])
})

test('a transaction that is rolled back leaves nothing', async () => {
  await pool.query('create table kept (n int)')
  await withClient(async (client) => {
    await client.query('begin')
    await client.query('insert into kept values ($1)', [1])
    await client.query('savepoint half')
    await client.query('insert into kept values (2)')
    await client.query('rollback to half')
    await expect(client.query('select missing from kept')).rejects.toMatchObject({ code: '42703' })
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
    await client.query('rollback')
  })
  expect(await column('select n from kept')).toEqual([])
})

test('a connection dropped in the middle of a transaction takes its work and settings along', async () => {
  await pool.query('create table dropped (n int)')
  const client = await pool.connect()
  await client.query('begin')
  await client.query('insert into dropped values (1)')
  await client.query("set time zone 'Asia/Tokyo'")
  client.release(new Error('the code that used it threw'))
  expect(await column('select n from dropped')).toEqual([])
  expect(await column('show time zone')).toEqual(['UTC'])
})

test('fifty queries at once are each answered with their own', async () => {
  const numbers = Array.from({ length: 50 }, (_, i) => i)
  const answers = await Promise.all(numbers.map((n) => column('select $1::int * 2', [n])))
  expect(answers.flat()).toEqual(numbers.map((n) => n * 2))
})

test('large statements and large answers arrive whole', async () => {
  const text = 'خطبة '.repeat(400_000)
  expect(await column('select $1::text', [text])).toEqual([text])
  const rows = await column(`select i || repeat('x', 100) from generate_series(1, 100000) i`)
  expect(rows).toHaveLength(100_000)
  expect(rows.at(-1)).toBe(`100000${'x'.repeat(100)}`)
})

test('a recursion without end is an error of its statement alone', async () => {
  await pool.query(
    `create function deeper(n int) returns int language plpgsql as 'begin return deeper(n + 1); end'`,
  )
  await expect(pool.query('select deeper(1)')).rejects.toMatchObject({ code: '54001' })
  await expect(pool.query(`select repeat('[', 100000)::jsonb`)).rejects.toMatchObject({ code: '22P02' })
  await expect(pool.query(`select 1${' + 1'.repeat(50_000)}`)).rejects.toMatchObject({ code: '54001' })
  expect(await column('select 1')).toEqual([1])
})

test('the event loop turns while a query runs', async () => {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 1)
  await pool.query('select count(*) from generate_series(1, 3000000)')
  clearInterval(timer)
  // In the same thread it would be none, or one.
  expect(ticks).toBeGreaterThan(10)
})

test("the product's migrations run, and find nothing to do the second time", async () => {
  const database = databaseOn(pool, async () => {})
  await migrate(database.reader)
  const before = await column('select name from kysely_migration order by 1')
  expect(before.length).toBeGreaterThan(0)
  await migrate(database.reader)
  expect(await column('select name from kysely_migration order by 1')).toEqual(before)
})
