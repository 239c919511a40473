import { sql } from 'kysely'
import type { FailureCode } from '../contract/failures.ts'
import type { Database } from './database/database.ts'
import { createExpiringMap } from './expiring-map.ts'
import { Failure } from './http/failure.ts'
import type { RateLimit } from './rate-limit.ts'
import { hashOf } from './tokens.ts'

/** A count of calls in a time window, with its limit. */
export interface Counter {
  /** Primary key of its database row. */
  readonly key: string
  readonly limit: RateLimit
  /** The 429 failure for calls over the limit; default `too_many_requests`. */
  readonly failure?: FailureCode
}

export type Counters = ReturnType<typeof createRateLimitCounters>

/** An exceeded counter, and the milliseconds until its window ends. */
interface Refusal {
  readonly key: string
  readonly wait: number
}

/**
 * Milliseconds for which an exceeded counter is cached, so that a flood of refused calls queries the database about once a second per
 * counter.
 */
const refusalCacheTime = 1_000

/** The maximum number of cached counters. It limits the memory, because an attacker can create any number of keys. */
const maxCachedCounters = 10_000

/**
 * Creates rate limit counters. They are in the database, so all server processes share them, and the database's clock measures their
 * windows. They don't run in the call's transaction, so a call that fails is counted, too.
 */
export function createRateLimitCounters({ db }: Database) {
  /** When the windows of exceeded counters end, by performance.now(). */
  const windowEnds = createExpiringMap<number>(maxCachedCounters)

  async function refusalOf(counters: readonly Counter[]): Promise<Refusal | null> {
    for (const { key } of counters) {
      const end = windowEnds.get(key)
      if (end !== undefined) return { key, wait: end - performance.now() }
    }
    const keys = counters.map((it) => it.key)
    const calls = counters.map((it) => it.limit.calls)
    const seconds = counters.map((it) => it.limit.seconds)
    const { rows } = await sql<Refusal>`
      select refused_key as key, wait_ms as wait
      from count_calls(${keys}, ${calls}, ${seconds})`.execute(db)
    const [refusal = null] = rows
    if (refusal === null) return null
    const { key, wait } = refusal
    windowEnds.set(key, performance.now() + wait, Math.min(wait, refusalCacheTime))
    return refusal
  }

  return {
    /**
     * Counts one call on each counter in turn, until one counter is over its limit. Takes one round trip.
     * @returns null if the call is within all limits, else the milliseconds until the window of the exceeded counter ends
     */
    count: async (...counters: readonly Counter[]) => (await refusalOf(counters))?.wait ?? null,
    /** Like `count`, but rejects a call over a limit with the counter's failure and the seconds to wait. */
    async consume(...counters: readonly Counter[]) {
      const refusal = await refusalOf(counters)
      if (refusal === null) return
      throw tooManyCallsFailure(refusal.wait, counters.find(({ key }) => key === refusal.key)?.failure)
    },
    /** Rejects with 429 if the counter has reached its limit; does not count. */
    async rejectAtLimit({ key, limit }: Counter) {
      const { rows } = await sql<{ wait_ms: number }>`
        select (expire - milliseconds_now())::double precision as wait_ms from rate_limits
        where key = ${key} and points >= ${limit.calls} and expire > milliseconds_now()`.execute(db)
      const [reached] = rows
      if (reached !== undefined) throw tooManyCallsFailure(reached.wait_ms)
    },
    /** Subtracts one call from the counter. */
    async refund({ key }: Counter) {
      windowEnds.delete(key)
      await sql`update rate_limits set points = greatest(points - 1, 0) where key = ${key}`.execute(db)
    },
    /** Sets a counter to zero. */
    async reset({ key }: Counter) {
      windowEnds.delete(key)
      await sql`delete from rate_limits where key = ${key}`.execute(db)
    },
  }
}

/** Hashes the part of a key that identifies a person or browser, for privacy and for a fixed length. */
export function hashedKey(text: string): string {
  return hashOf(text).toString('base64url')
}

/** Deletes counters whose window has ended. Skips rows that are locked by a call; the next run deletes them. */
export async function deleteExpiredCounters({ db }: Pick<Database, 'db'>): Promise<void> {
  await sql`delete from rate_limits where key in (
    select key from rate_limits where expire <= milliseconds_now() for update skip locked)`.execute(db)
}

function tooManyCallsFailure(wait: number, failure: FailureCode = 'too_many_requests'): Failure {
  return new Failure(failure, { retryAfter: Math.max(1, Math.ceil(wait / 1_000)) })
}
