import { setTimeout } from 'node:timers/promises'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Config, Limit } from '../config.ts'
import type { Database } from '../database/database.ts'
import { consume, count, keyOf, limiterOn, refuseBeyond } from './counters.ts'
import { isKnown, isKnownTo } from './known-devices.ts'
import { networkOf } from './network.ts'

/** Where a call comes from. */
interface From {
  readonly address: string
  /** What the browser's device cookie holds, if it has one. */
  readonly device: string | null
}

/**
 * Counters of calls, in the database, so that all server processes count together. They go through the pool and so
 * stay outside of transactions. Each rejects with 429 and the seconds to wait, or as the database does when it is away.
 */
export interface Limits {
  /** Counts a call that comes from an address. */
  count(limit: NonNullable<Endpoint['limit']>, from: From): Promise<void>
  /**
   * Counts a try of an account's password, of this account from this address, and of this account from anywhere; but from
   * a browser that the account knows, of that browser alone. Taken back where it was right, or could not be judged (503).
   * Right ones have a count of their own, as each takes its turn at the hashing: no stranger adds to it.
   * @param judge gives what a right password is to give, and null for a wrong one
   */
  tryPassword<T>(email: string, from: From, judge: () => Promise<T | null>): Promise<T | null>
  /** Forgets how many right passwords of an account there were: whoever had the one before may have used them up. */
  beginAnew(email: string): Promise<void>
  /**
   * Counts a letter to an address, whether or not it has an account: it may be a stranger's, who was signed up by somebody
   * else, and again each time that the account was deleted. Each kind by itself, as anybody may use up the one of links.
   */
  countLetter(kind: 'link' | 'welcome' | 'password_change', email: string): Promise<void>
}

/** An address may be a whole masjid's wifi, so it may try this many times what it may try of one account. */
const accountsBehindAnAddress = 10

/** One counter that a try of a password adds to. */
interface Counter {
  readonly limiter: RateLimiterPostgres
  readonly key: string
  /** A right password takes back every wrong one before it, and not itself alone. */
  readonly beginsAnew: boolean
}

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
  const device = limiter('sign_in_device', limits.sign_in)
  const right = limiter('signed_in', limits.signed_in)
  const letters = {
    link: limiter('reset_account', limits.reset_account),
    welcome: limiter('welcome', limits.reset_account),
    password_change: limiter('password_change', limits.reset_account),
  }

  async function countersOf(email: string, from: From): Promise<Counter[]> {
    const ofAccount = keyOf(email)
    if (from.device !== null && (await isKnownTo(database.reader, email, from.device))) {
      return [{ limiter: device, key: `${ofAccount}:${keyOf(from.device)}`, beginsAnew: true }]
    }
    // It was let past its address's limit on the word of a browser that knows somebody else.
    if (await isKnown(database.reader, from.device)) await consume(byAddress.sign_in, networkOf(from.address))
    return [
      { limiter: pair, key: `${ofAccount}:${networkOf(from.address)}`, beginsAnew: true },
      { limiter: account, key: ofAccount, beginsAnew: false },
    ]
  }

  return {
    async count(limit, from) {
      // Who is at the door of a full house by a browser that is known is judged by it, once it is said who it is.
      if (limit === 'sign_in' && (await isKnown(database.reader, from.device))) return
      await consume(byAddress[limit], networkOf(from.address))
    },
    async tryPassword(email, from, judge) {
      await refuseBeyond(right, keyOf(email))
      const counters = await countersOf(email, from)
      for (const { limiter, key } of counters) await consume(limiter, key)
      const judged = await judge().catch(async (error: unknown) => {
        await giveBack(counters)
        throw error
      })
      if (judged === null) return null
      await forgive(counters)
      await count(right, keyOf(email))
      return judged
    },
    beginAnew: async (email) => void (await right.delete(keyOf(email))),
    countLetter: (kind, email) => consume(letters[kind], keyOf(email)),
  }
}

async function forgive(counters: readonly Counter[]): Promise<void> {
  for (const { limiter, key, beginsAnew } of counters) {
    if (beginsAnew) await limiter.delete(key)
    else await limiter.reward(key)
  }
}

/** Seconds for which a try that could not be judged is offered to a database that is away. */
const givenBackFor = 300

/** Takes one try back. What the database is away for waits behind the answer until it is there again. */
async function giveBack(counters: readonly Counter[]): Promise<void> {
  for (const { limiter, key } of counters) {
    const once = () => limiter.reward(key)
    await once().catch(() => void later(once))
  }
}

async function later(work: () => Promise<unknown>): Promise<void> {
  for (let second = 0; second < givenBackFor; second += 1) {
    await setTimeout(1_000, undefined, { ref: false })
    try {
      await work()
      return
    } catch {
      // Still away.
    }
  }
}
