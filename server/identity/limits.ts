import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Config, Limit } from '../config.ts'
import type { Database } from '../database/database.ts'
import { Failure } from '../http/failure.ts'
import { networkOf } from './network.ts'
import { hashOf } from './tokens.ts'

/**
 * Counters of calls, in the database, so that all server processes count together. They go through the pool and so
 * stay outside of transactions. Each rejects with 429 and the seconds to wait, or as the database does when it is away.
 */
export interface Limits {
  /** Counts a call that comes from an address. */
  count(limit: NonNullable<Endpoint['limit']>, address: string): Promise<void>
  /** Counts a try of an account's password: of this account from this address, and of this account from anywhere. */
  countSignIn(email: string, address: string): Promise<void>
  /** Takes a try back that was right, so that only wrong ones add up. */
  forgiveSignIn(email: string, address: string): Promise<void>
  /** Counts a letter with a reset link, whether or not the address has an account. */
  countReset(email: string): Promise<void>
}

/** An address may be a whole masjid's wifi, so it may try this many times what it may try of one account. */
const accountsBehindAnAddress = 10

export function limitsOn(database: Database, limits: Config['limits']): Limits {
  const limiter = (name: string, limit: Limit) => limiterOn(database, name, limit)
  const everyone = { ...limits.sign_in, calls: limits.sign_in.calls * accountsBehindAnAddress }
  const byAddress = {
    sign_in: limiter('sign_in', everyone),
    sign_up: limiter('sign_up', limits.sign_up),
    reset: limiter('reset', limits.reset),
    lookup: limiter('lookup', limits.lookup),
  }
  const pair = limiter('sign_in_pair', limits.sign_in)
  const account = limiter('sign_in_account', limits.sign_in_account)
  const letters = limiter('reset_account', limits.reset)
  return {
    count: (limit, address) => consume(byAddress[limit], networkOf(address)),
    async countSignIn(email, address) {
      await consume(pair, pairKey(email, address))
      await consume(account, accountKey(email))
    },
    async forgiveSignIn(email, address) {
      await pair.delete(pairKey(email, address))
      await account.reward(accountKey(email))
    },
    countReset: (email) => consume(letters, accountKey(email)),
  }
}

/** Hashed, so that the table doesn't list who was tried, and long addresses fit its key. */
function accountKey(email: string): string {
  return hashOf(email).toString('base64url')
}

function pairKey(email: string, address: string): string {
  return `${accountKey(email)}:${networkOf(address)}`
}

function limiterOn({ pool }: Database, keyPrefix: string, { calls, seconds }: Limit): RateLimiterPostgres {
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

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    throw new Failure('too_many_requests', {
      retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1_000)),
    })
  }
}
