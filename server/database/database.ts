import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** A transaction. Functions that write as part of the caller's transaction take it as their first argument. */
export type Tx = Transaction<Tables>

/**
 * A transaction or the pool. Functions that only read take it as their first argument `reader`. Functions that write with a single
 * statement take it as `db`.
 */
export type Queryable = Kysely<Tables>

/**
 * The kind of connection pooler between the server and PostgreSQL. A pooler in transaction mode may run each transaction on
 * another connection, so prepared statements and session settings do not survive a transaction.
 */
export type PoolerMode = 'none' | 'transaction'

/**
 * SQL for the current instant by the database's clock, which decides what is past and what is future. PostgreSQL may evaluate it for
 * each row. Use it for values, and in conditions that are checked for few rows; otherwise use `databaseNowPerStatement`.
 */
export const databaseNow: RawBuilder<Date> = sql<Date>`minbar_now()`

/** Formats an instant for the API: ISO 8601, UTC, with milliseconds. */
export function iso(instant: Date): string {
  return instant.toISOString()
}

const deadlock = '40P01'
const serializationFailure = '40001'
const maxAttempts = 5

/**
 * Milliseconds after which PostgreSQL cancels a statement, or ends an idle transaction. Shorter than the timeout after which we abandon a
 * connection (`answerTimeout` in postgres.ts), because the transaction of an abandoned connection keeps its locks until PostgreSQL ends it.
 */
export const statementTimeout = 4_500

/**
 * Sets the timeouts of statements and of idle transactions for one transaction. Poolers need this, because they do not keep the settings of
 * a connection. Without a pooler, `postgres.ts` sets both timeouts for each connection.
 */
const setTransactionTimeouts = sql`
  select set_config('statement_timeout', ${sql.lit(String(statementTimeout))}, true),
    set_config('idle_in_transaction_session_timeout', ${sql.lit(String(statementTimeout))}, true)`

/** Called after each statement, whether it succeeded or failed. */
export type OnStatement = (ended: {
  readonly text: string
  readonly milliseconds: number
  readonly failed: boolean
}) => void

export type Database = ReturnType<typeof databaseOfPool>

/** Wraps a pool as a Database, which retries transactions and prepares frequent reads. `url` is the pool's URL, password included. */
export function databaseOfPool(url: string, pool: pg.Pool, pooler: PoolerMode, onStatement?: OnStatement) {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement && {
      log: ({ level, query, queryDurationMillis: milliseconds }) =>
        onStatement({ text: query.sql, milliseconds, failed: level === 'error' }),
    }),
  })

  async function runAndReport<Row>(query: pg.QueryConfig): Promise<Row[]> {
    if (onStatement === undefined) return runOnPool<Row>(pool, query)
    const startedAt = performance.now()
    let failed = true
    try {
      const rows = await runOnPool<Row>(pool, query)
      failed = false
      return rows
    } finally {
      onStatement({ text: query.text, milliseconds: performance.now() - startedAt, failed })
    }
  }

  return {
    /** The connection URL, password included. */
    url,
    /** Runs each query outside of any transaction, on any connection of the pool. */
    db,
    pool,
    /**
     * Runs a read outside of any transaction. Without a pooler, each connection prepares the statement once. Different texts need different
     * names, of at most 63 bytes.
     */
    async readPrepared<Row>(query: pg.QueryConfig & { name: string }): Promise<Row[]> {
      if (pooler === 'transaction') return runAndReport<Row>(withoutName(query))
      try {
        return await runAndReport<Row>(query)
      } catch (error) {
        if (!isStaleStatement(error)) throw error
        return runAndReport<Row>(withoutName(query))
      }
    },
    /**
     * Runs `work` in one transaction (read committed). Retries after a deadlock or a serialization failure, with at most five
     * attempts in all. So `work` must have no effect outside `tx`.
     */
    async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      for (let attempts = 1; ; attempts += 1) {
        try {
          const readCommitted = db.transaction().setIsolationLevel('read committed')
          return await readCommitted.execute(async (tx) => {
            if (pooler === 'transaction') await setTransactionTimeouts.execute(tx)
            return await work(tx)
          })
        } catch (error) {
          const code = error instanceof pg.DatabaseError ? error.code : undefined
          if ((code !== deadlock && code !== serializationFailure) || attempts >= maxAttempts) throw error
        }
      }
    },
    close: () => pool.end(),
  }
}

/** Removes the name of a query. Call this only in rare cases: it takes longer than all other work of this server for a statement. */
function withoutName({ name: _, ...unnamed }: pg.QueryConfig): pg.QueryConfig {
  return unnamed
}

/**
 * Uses pg's callback API. With pg's promise API, each result survives V8's minor garbage collections, and then needs a major collection.
 */
async function runOnPool<Row>(pool: pg.Pool, query: pg.QueryConfig): Promise<Row[]> {
  const client = await pool.connect()
  return new Promise((resolve, reject) => {
    client.query<Row & pg.QueryResultRow>(query, (error: Error | null, result) => {
      // With `true`, `release` closes the connection. A new connection prepares the statements again.
      client.release(isStaleStatement(error))
      if (error === null) resolve(result.rows)
      else reject(error)
    })
  })
}

/**
 * Whether a prepared statement failed only because it is stale. Either a migration changed the type of a column (0A000), or a pooler
 * dropped the statement (26000), or a pooler already has another statement of that name (42P05).
 */
function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const isReplanned = error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  return isReplanned || error.code === '26000' || error.code === '42P05'
}
