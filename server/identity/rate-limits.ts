import { setTimeout } from 'node:timers/promises'
import type { AddressLimit } from '../../contract/endpoint.ts'
import type { Config } from '../config.ts'
import { type Counter, type Counters, createRateLimitCounters } from '../counters/rate-limit-counters.ts'
import type { Database } from '../database/database.ts'
import type { CountCall, CallSource } from '../http/route.ts'
import { rateLimitDefinitions } from './rate-limit-definitions.ts'
import { isKnownBrowser, isKnownToAccount } from './known-devices.ts'

/**
 * Counters of calls, in the database, so that all server processes count together. They go through the pool and so
 * stay outside of transactions. Each rejects with 429 and the seconds to wait, or as the database does when it is away.
 */
export interface RateLimits {
  readonly countCall: CountCall
  /** Counts a call against one limit of its address. */
  countAddress(limit: AddressLimit, address: string): Promise<void>
  /**
   * Counts a try of an account's password, of this account from this address, and of this account from anywhere; but from
   * a browser that the account knows, of that browser alone. Taken back where it was right, or could not be judged (503).
   * Right ones have a count of their own, as each takes its turn at the hashing: no stranger adds to it.
   * @param judge gives what a right password is to give, and null for a wrong one
   */
  tryPassword<T>(email: string, from: CallSource, judge: () => Promise<T | null>): Promise<T | null>
  /** Forgets how many right passwords of an account there were: whoever had the one before may have used them up. */
  resetCorrectPasswords(email: string): Promise<void>
  /**
   * Counts a letter to an address, whether or not it has an account: it may be a stranger's, who was signed up by somebody
   * else, and again each time that the account was deleted. Each kind by itself, as anybody may use up the one of links.
   */
  countLetter(kind: 'link' | 'welcome' | 'password_change', email: string): Promise<void>
}

/** A counter that a try of a password adds to. */
interface TryCounter extends Counter {
  /** A right password resets it; without this, a right password only takes its own try back. */
  readonly resets: boolean
}

export function rateLimitsOf(database: Database, limits: Config['limits']): RateLimits {
  const counters = createRateLimitCounters(database)
  const kinds = rateLimitDefinitions(limits)

  async function countersOf(email: string, { address, device }: CallSource): Promise<TryCounter[]> {
    if (device !== null && (await isKnownToAccount(database.reader, email, device))) {
      return [{ ...kinds.tries.fromBrowser(email, device), resets: true }]
    }
    // The browser knows another account, so the call was let past the limit of its address.
    if (await isKnownBrowser(database.reader, device)) await counters.consume(...kinds.byAddress('sign_in', address))
    return [
      { ...kinds.tries.fromAddress(email, address), resets: true },
      { ...kinds.tries.fromAnywhere(email), resets: false },
    ]
  }

  return {
    async countCall({ limit, accountLimit }, { caller, address, device }) {
      // A known browser is judged by its own limit, once the body names the account.
      const isLetPast = limit === 'sign_in' && (await isKnownBrowser(database.reader, device))
      const counted = limit === undefined || isLetPast ? [] : kinds.byAddress(limit, address)
      if (caller === null || accountLimit === undefined) {
        if (counted.length > 0) await counters.consume(...counted)
        return null
      }
      const unconfirmed = kinds.unconfirmedProposals(accountLimit, caller)
      counted.push(
        ...kinds.byAccount(accountLimit, caller),
        ...(unconfirmed === undefined ? [] : [unconfirmed]),
      )
      await counters.consume(...counted)
      return unconfirmed === undefined ? null : () => counters.refund(unconfirmed)
    },
    countAddress: (limit, address) => counters.consume(...kinds.byAddress(limit, address)),
    async tryPassword(email, from, judge) {
      await counters.rejectAtLimit(kinds.correctPasswords(email))
      const tried = await countersOf(email, from)
      await counters.consume(...tried)
      const judged = await judge().catch(async (error: unknown) => {
        await giveBack(counters, tried)
        throw error
      })
      if (judged === null) return null
      await forgive(counters, tried)
      await counters.count(kinds.correctPasswords(email))
      return judged
    },
    resetCorrectPasswords: (email) => counters.reset(kinds.correctPasswords(email)),
    countLetter: (letter, email) => counters.consume(kinds.letters[letter](email)),
  }
}

async function forgive(counters: Counters, tried: readonly TryCounter[]): Promise<void> {
  for (const counter of tried) {
    if (counter.resets) await counters.reset(counter)
    else await counters.refund(counter)
  }
}

/** Seconds for which a try that could not be judged is offered to a database that is away. */
const givenBackFor = 300

/** Takes one try back. What the database is away for waits behind the answer until it is there again. */
async function giveBack(counters: Counters, tried: readonly Counter[]): Promise<void> {
  for (const counter of tried) {
    const once = () => counters.refund(counter)
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
