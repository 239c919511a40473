import { EventEmitter, once } from 'node:events'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { GuardedPool, insideTransaction, QueryOutsideTransactionError } from './transaction-guard.ts'

// One connection, as on the embedded database: without the guard these tests would wait for ever.
let pool: GuardedPool
let database: Kysely<Record<string, never>>

beforeAll(() => {
  pool = new GuardedPool({ connectionString: inject('postgresCluster'), max: 1 })
  database = new Kysely({ dialect: new PostgresDialect({ pool }) })
})

afterAll(() => pool.end())

const one = sql<{ one: number }>`select 1 as one`

function gate(): { opened: Promise<unknown>; open: () => void } {
  const door = new EventEmitter()
  return { opened: once(door, 'open'), open: () => void door.emit('open') }
}

function transaction<T>(work: (tx: Kysely<Record<string, never>>) => Promise<T>): Promise<T> {
  return database.transaction().execute((tx) => insideTransaction(() => work(tx)))
}

test('a query outside the transaction that its own code holds open is refused at once', async () => {
  await transaction(async (tx) => {
    await expect(one.execute(database)).rejects.toThrow(QueryOutsideTransactionError)
    await expect(pool.query('select 1')).rejects.toThrow('through the pool')
    const told = await new Promise((resolve) => {
      pool.connect((error) => resolve(error))
    })
    expect(told).toBeInstanceOf(QueryOutsideTransactionError)
    expect((await one.execute(tx)).rows).toEqual([{ one: 1 }])
  })
})

test('a transaction inside the transaction is refused as well, and the outer one goes on', async () => {
  const outcome = await transaction(async (tx) => {
    await expect(transaction(() => Promise.resolve())).rejects.toThrow(QueryOutsideTransactionError)
    return one.execute(tx)
  })
  expect(outcome.rows).toEqual([{ one: 1 }])
})

test('a query of another request waits for its turn', async () => {
  const order: string[] = []
  const { opened, open } = gate()
  const first = transaction(async (tx) => {
    open()
    await one.execute(tx)
    order.push('transaction')
  })
  await opened
  const second = one.execute(database).then(() => order.push('query'))
  await Promise.all([first, second])
  expect(order).toEqual(['transaction', 'query'])
})

test('what a transaction started without awaiting it may query once the transaction is over', async () => {
  const { opened: over, open: end } = gate()
  let late: Promise<unknown> = Promise.resolve()
  await transaction(async () => {
    late = over.then(() => one.execute(database))
  })
  end()
  await expect(late).resolves.toMatchObject({ rows: [{ one: 1 }] })
})

test('a transaction that throws lets its code query again', async () => {
  await expect(transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await one.execute(database)).rows).toEqual([{ one: 1 }])
})
