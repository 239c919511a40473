import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** A transaction: what an action writes through, and what a store takes first. */
export type Tx = Transaction<Tables>

/** Either a transaction or the pool: what a read goes through. */
export type Reader = Kysely<Tables>

export interface Database {
  /** How `pg` reaches it, with its password. */
  readonly url: string
  readonly reader: Reader
  readonly pool: pg.Pool
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

/** Wraps a pool as the product's database. */
export function databaseOn(url: string, pool: pg.Pool): Database {
  const reader = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    url,
    reader,
    pool,
    async transaction(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await reader.transaction().execute(work)
        } catch (error) {
          const code = error instanceof pg.DatabaseError ? error.code : undefined
          if ((code !== deadlock && code !== serialisation) || tries >= triesAtMost) throw error
        }
      }
    },
    close: () => pool.end(),
  }
}
