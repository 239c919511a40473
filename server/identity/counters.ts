import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Limit } from '../config.ts'
import type { Database } from '../database/database.ts'
import { Failure } from '../http/failure.ts'

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

/** Counts one call, or rejects with 429 and the seconds to wait. */
export async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    throw new Failure('too_many_requests', {
      retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1_000)),
    })
  }
}
