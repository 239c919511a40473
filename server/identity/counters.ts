import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limit } from '../config.ts'
import type { Database } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { hashOf } from './tokens.ts'

/** A counter of its own in the table that all server processes share. */
export function limiterOn(
  { pool }: Database,
  keyPrefix: string,
  { calls, seconds }: Limit,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    // It names its statements, which a transaction pooler in front of PostgreSQL would not find again.
    storeClient: { query: ({ text, values }: Statement) => pool.query({ text, values }) },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    // Done by the clean-up job, once for all of them.
    clearExpiredByTimeout: false,
    keyPrefix,
    points: calls,
    duration: seconds,
    // Who is over the limit is turned away without asking the database again.
    inMemoryBlockOnConsumed: calls + 1,
  })
}

interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/** Counts once. Gives null where that was within the limit, else the milliseconds until it may be again. */
export async function count(limiter: RateLimiterPostgres, key: string): Promise<number | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    return reason.msBeforeNext
  }
}

/** Counts one call, or rejects with 429 and the seconds to wait. */
export async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  const wait = await count(limiter, key)
  if (wait !== null) throw tooMany(wait)
}

/** Rejects with 429 where as many were counted as may be; counts nothing itself. */
export async function refuseBeyond(limiter: RateLimiterPostgres, key: string): Promise<void> {
  const counted = await limiter.get(key)
  if (counted !== null && counted.consumedPoints >= limiter.points) throw tooMany(counted.msBeforeNext)
}

function tooMany(wait: number): Failure {
  return new Failure('too_many_requests', { retryAfter: Math.max(1, Math.ceil(wait / 1_000)) })
}

/** What of people is a key: hashed, so that the table doesn't list them, and long addresses fit. */
export function keyOf(text: string): string {
  return hashOf(text).toString('base64url')
}
