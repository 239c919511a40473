import { setTimeout } from 'node:timers/promises'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Config, Limit } from '../config.ts'
import type { Database } from '../database/database.ts'
import { type Counter, type Counters, countersIn, keyOf } from './counters.ts'
import { isKnown, isKnownTo } from './known-devices.ts'
import { networkOf, networksOf } from './network.ts'

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

/** A counter that a try of a password adds to. */
interface TryCounter extends Counter {
  /** A right password resets it; without this, a right password only takes its own try back. */
  readonly resets: boolean
}

function kind(name: string, limit: Limit): (key: string) => Counter {
  return (key) => ({ key: `${name}:${key}`, limit })
}

/** Counters of an address in all its networks, the wider ones with multiples of the limit. */
function ofNetworks(name: string, limit: Limit): (address: string) => Counter[] {
  return (address) =>
    networksOf(address).map((network) => ({
      key: `${name}:${network.name}`,
      limit: { ...limit, calls: limit.calls * network.times },
    }))
}

export function limitsOn(database: Database, limits: Config['limits']): Limits {
  const counters = countersIn(database)
  const everyone = { ...limits.sign_in, calls: limits.sign_in.calls * accountsBehindAnAddress }
  const byAddress = {
    sign_in: ofNetworks('sign_in', everyone),
    sign_up: ofNetworks('sign_up', limits.sign_up),
    reset: ofNetworks('reset', limits.reset),
    lookup: ofNetworks('lookup', limits.lookup),
  }
  const pair = kind('sign_in_pair', limits.sign_in)
  const account = kind('sign_in_account', limits.sign_in_account)
  const device = kind('sign_in_device', limits.sign_in)
  const right = kind('signed_in', limits.signed_in)
  const letters = {
    link: kind('reset_account', limits.reset_account),
    welcome: kind('welcome', limits.reset_account),
    password_change: kind('password_change', limits.reset_account),
  }

  async function countersOf(email: string, from: From): Promise<TryCounter[]> {
    const ofAccount = keyOf(email)
    if (from.device !== null && (await isKnownTo(database.reader, email, from.device))) {
      return [{ ...device(`${ofAccount}:${keyOf(from.device)}`), resets: true }]
    }
    // The browser knows another account, so the call was let past the limit of its address.
    if (await isKnown(database.reader, from.device)) {
      await counters.consume(...byAddress.sign_in(from.address))
    }
    return [
      { ...pair(`${ofAccount}:${networkOf(from.address)}`), resets: true },
      { ...account(ofAccount), resets: false },
    ]
  }

  return {
    async count(limit, from) {
      // A known browser is judged by its own limit, once the body names the account.
      if (limit === 'sign_in' && (await isKnown(database.reader, from.device))) return
      await counters.consume(...byAddress[limit](from.address))
    },
    async tryPassword(email, from, judge) {
      await counters.refuseBeyond(right(keyOf(email)))
      const tried = await countersOf(email, from)
      await counters.consume(...tried)
      const judged = await judge().catch(async (error: unknown) => {
        await giveBack(counters, tried)
        throw error
      })
      if (judged === null) return null
      await forgive(counters, tried)
      await counters.count(right(keyOf(email)))
      return judged
    },
    beginAnew: (email) => counters.reset(right(keyOf(email))),
    countLetter: (letter, email) => counters.consume(letters[letter](keyOf(email))),
  }
}

async function forgive(counters: Counters, tried: readonly TryCounter[]): Promise<void> {
  for (const counter of tried) {
    if (counter.resets) await counters.reset(counter)
    else await counters.takeBack(counter)
  }
}

/** Seconds for which a try that could not be judged is offered to a database that is away. */
const givenBackFor = 300

/** Takes one try back. What the database is away for waits behind the answer until it is there again. */
async function giveBack(counters: Counters, tried: readonly Counter[]): Promise<void> {
  for (const counter of tried) {
    const once = () => counters.takeBack(counter)
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
