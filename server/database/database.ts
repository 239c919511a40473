import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** A transaction: what an action writes through, and what a store takes first. */
export type Tx = Transaction<Tables>

/** Either a transaction or the pool: what a read goes through. */
export type Reader = Kysely<Tables>

/** A statement that is asked again and again, as the driver takes it. */
interface NamedStatement {
  /** The same for the same text; at most 63 bytes. */
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/**
 * What stands between the server and PostgreSQL: nothing, or a pooler that gives each transaction another connection, which
 * therefore knows no prepared statement and no setting of the one before.
 */
export type Pooler = 'none' | 'transaction'

export interface Database {
  /** How `pg` reaches it, with its password. */
  readonly url: string
  readonly reader: Reader
  readonly pool: pg.Pool
  /** Asks for the rows of a read outside of any transaction. It is prepared once for each connection, unless behind a pooler. */
  ask<Row>(statement: NamedStatement): Promise<Row[]>
  /**
   * Runs `work` in one transaction (read committed). It is begun anew, at most five times, when PostgreSQL broke a
   * deadlock or a serialisation by ending it, so `work` must have no effect outside `tx`.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The instant the database's clock shows; every judgement of past and future reads this one. */
export const now: RawBuilder<Date> = sql<Date>`minbar_now()`

/** An instant as the ISO instant the wire carries. */
export function iso(instant: Date): string {
  return instant.toISOString()
}

const deadlock = '40P01'
const serialisation = '40001'
const triesAtMost = 5

/**
 * Milliseconds after which PostgreSQL ends a statement, or a transaction that asks nothing: sooner than we give the connection
 * up, as only PostgreSQL can give back its locks.
 */
export const statementAtMost = 4_500

/** The same for one transaction, as a pooler takes no settings for a connection. */
const limitTransaction = sql`
  select set_config('statement_timeout', ${sql.lit(String(statementAtMost))}, true),
    set_config('idle_in_transaction_session_timeout', ${sql.lit(String(statementAtMost))}, true)`

/** A statement that PostgreSQL has carried out or refused. */
interface EndedStatement {
  readonly text: string
  readonly milliseconds: number
  readonly failed: boolean
}

export type OnStatement = (ended: EndedStatement) => void

/** Wraps a pool as the product's database. `onStatement` is told of each statement that has ended. */
export function createDatabase(url: string, pool: pg.Pool, pooler: Pooler, onStatement?: OnStatement): Database {
  const reader = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement && {
      log: ({ level, query, queryDurationMillis: milliseconds }) =>
        onStatement({ text: query.sql, milliseconds, failed: level === 'error' }),
    }),
  })

  async function askAndTell<Row>(query: pg.QueryConfig): Promise<Row[]> {
    if (onStatement === undefined) return askIn<Row>(pool, query)
    const begun = performance.now()
    let failed = true
    try {
      const rows = await askIn<Row>(pool, query)
      failed = false
      return rows
    } finally {
      onStatement({ text: query.text, milliseconds: performance.now() - begun, failed })
    }
  }

  return {
    url,
    reader,
    pool,
    async ask<Row>({ name, ...unnamed }: NamedStatement) {
      if (pooler === 'transaction') return askAndTell<Row>(unnamed)
      try {
        return await askAndTell<Row>({ name, ...unnamed })
      } catch (error) {
        if (!isStaleStatement(error)) throw error
        return askAndTell<Row>(unnamed)
      }
    },
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await reader.transaction().execute(async (tx) => {
            if (pooler === 'transaction') await limitTransaction.execute(tx)
            return await work(tx)
          })
        } catch (error) {
          const code = error instanceof pg.DatabaseError ? error.code : undefined
          if ((code !== deadlock && code !== serialisation) || tries >= triesAtMost) throw error
        }
      }
    },
    close: () => pool.end(),
  }
}

/**
 * By a callback: what the driver's own promises hold of a result outlives V8's quick collections, so that every result would
 * be copied into the memory of what lasts, and be cleared away from there.
 */
async function askIn<Row>(pool: pg.Pool, query: pg.QueryConfig): Promise<Row[]> {
  const client = await pool.connect()
  return new Promise((resolve, reject) => {
    client.query<Row & pg.QueryResultRow>(query, (error: Error | null, result) => {
      // A connection with stale statements is closed, and the next one prepares them anew.
      client.release(isStaleStatement(error))
      if (error === null) resolve(result.rows)
      else reject(error)
    })
  })
}

/**
 * Whether a connection can no longer carry out what was prepared on it, though nothing is wrong with the statement: a migration
 * changed the type of a column (0A000), or somebody in between took what was prepared away, or had it already (26000, 42P05).
 */
function isStaleStatement(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const isReplanned = error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  return isReplanned || error.code === '26000' || error.code === '42P05'
}
