import { setTimeout } from 'node:timers/promises'
import type { IpAddressLimit } from '../../contract/endpoint.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Caller, CallSource, ConsumeRateLimit } from '../http/route.ts'
import { type Counter, type Counters, createRateLimitCounters } from '../rate-limit-counters.ts'
import { hasVerifiedEmail } from './accounts.ts'
import { isKnownBrowser } from './known-devices.ts'
import { rateLimitDefinitions } from './rate-limit-definitions.ts'

export type RateLimits = ReturnType<typeof createRateLimits>

/** A counter of password attempts. */
interface AttemptCounter extends Counter {
  /** Whether a correct password resets the counter to zero. If false, a correct password only subtracts its own attempt. */
  readonly resets: boolean
}

/**
 * Creates the rate limits. The counters are in the database, so all server processes share them. Counting uses separate connections, and is
 * not part of the caller's transaction. A call above a limit gets a 429 with the seconds to wait. If the database is unavailable,
 * the methods throw like any other query.
 */
export function createRateLimits(database: Database, limits: Config['limits']) {
  const counters = createRateLimitCounters(database)
  const definitions = rateLimitDefinitions(limits)

  async function attemptCountersOf(email: string, from: CallSource): Promise<AttemptCounter[]> {
    const { address, device } = from
    if (device !== null && (await isKnownBrowser(database.db, device, email))) {
      return [{ ...definitions.wrongPasswords.fromBrowser(email, device), resets: true }]
    }
    // The browser is known only to another account, so `countCall` did not count the call for the address. Count it now.
    if (await isKnownBrowser(database.db, device))
      await counters.consume(...definitions.byAddress('sign_in', address))
    return [
      { ...definitions.wrongPasswords.fromAddress(email, address), resets: true },
      { ...definitions.wrongPasswords.fromAnywhere(email), resets: false },
    ]
  }

  /** Returns the additional counter for proposals by a caller with an unverified email; undefined for other callers. */
  async function unconfirmedProposals(caller: Caller): Promise<Counter | undefined> {
    if (await hasVerifiedEmail(database.db, caller.personId)) return undefined
    return definitions.unconfirmedProposals(caller)
  }

  const countCall: ConsumeRateLimit = async ({ limit, accountLimit }, { caller, address, device }) => {
    // A known browser skips the limit of its address. Its own limit is checked later, when the parsed body names the account.
    const skipsAddressLimit = limit === 'sign_in' && (await isKnownBrowser(database.db, device))
    const counted = limit === undefined || skipsAddressLimit ? [] : definitions.byAddress(limit, address)
    if (caller === null || accountLimit === undefined) {
      if (counted.length > 0) await counters.consume(...counted)
      return null
    }
    const unconfirmed = accountLimit === 'proposal' ? await unconfirmedProposals(caller) : undefined
    counted.push(
      ...definitions.byAccount(accountLimit, caller),
      ...(unconfirmed === undefined ? [] : [unconfirmed]),
    )
    await counters.consume(...counted)
    return unconfirmed === undefined ? null : () => counters.refund(unconfirmed)
  }

  return {
    countCall,
    /** Counts a call against a limit of its IP address. */
    countAddress: (limit: IpAddressLimit, address: string) =>
      counters.consume(...definitions.byAddress(limit, address)),
    /**
     * Counts an attempt at an account's password: for the account from this address, and for the account in total. From a browser known to
     * the account, counts only for that browser. If the password was correct or could not be checked (503), the attempt is not counted.
     * Correct passwords have a separate limit, because checking each needs a hash; strangers cannot use up this limit.
     * @param check returns null for a wrong password or a wrong second factor
     */
    async tryPassword<T>(email: string, from: CallSource, check: () => Promise<T | null>): Promise<T | null> {
      await counters.rejectAtLimit(definitions.correctPasswords(email))
      const attemptCounters = await attemptCountersOf(email, from)
      await counters.consume(...attemptCounters)
      const result = await check().catch(async (error: unknown) => {
        await undoAttempt(counters, attemptCounters)
        throw error
      })
      if (result === null) return null
      for (const counter of attemptCounters) {
        if (counter.resets) await counters.reset(counter)
        else await counters.refund(counter)
      }
      await counters.count(definitions.correctPasswords(email))
      return result
    },
    /** Counts the proposals that `countCall` did not count: see `ProposalLimits`. */
    async countMoreProposals<T>(caller: Caller, more: number, run: () => Promise<T>): Promise<T> {
      if (more === 0) return run()
      await counters.consume(...Array.from({ length: more }, () => definitions.proposals(caller)))
      const unconfirmed = await unconfirmedProposals(caller)
      if (unconfirmed === undefined) return run()
      let counted = 0
      try {
        // Count one by one, so that the number to refund is known. This takes few statements, because the limit is low. The refund includes
        // the refused call, because the database counts it. If the cache refuses a call, the database does not count this call, but it has
        // counted the earlier call whose refusal is cached. The refund here makes up for that call, and empties the cache. So the counter
        // never falls below the number of proposals made.
        while (counted < more) {
          counted += 1
          await counters.consume(unconfirmed)
        }
        return await run()
      } catch (error) {
        for (; counted > 0; counted -= 1) await counters.refund(unconfirmed)
        throw error
      }
    },
    /** Counts a correct password that did not sign the person in, because the call had no second factor. */
    countCorrectPassword: (email: string) => counters.count(definitions.correctPasswords(email)),
    /**
     * Counts an attempt at the code of an account's authenticator app, in addition to `tryPassword`. Six digits can be guessed, so the
     * limit is low. Only a person with the password can reach the limit, and a password reset resets it, so an attacker cannot lock the
     * owner out.
     * @param check returns null for a wrong code
     */
    async tryCode<T>(email: string, check: () => Promise<T | null>): Promise<T | null> {
      const counter = definitions.codes(email)
      await counters.consume(counter)
      const result = await check()
      if (result !== null) await counters.reset(counter)
      return result
    },
    /** Resets the limits that an attacker with the old password may have reached. */
    async resetAfterPasswordReset(email: string): Promise<void> {
      await counters.reset(definitions.correctPasswords(email))
      await counters.reset(definitions.codes(email))
    },
    /** Counts an invitation by the caller's masjid, to a member or to a khateeb. */
    countInvitation: (caller: Caller) => counters.consume(...definitions.invitations(caller)),
    /**
     * Counts a letter to an email address, whether or not the address has an account. This also protects a stranger whose address is used
     * for sign-ups again and again. Each kind of letter has its own limit, because any caller can use up the limit of letters with links.
     */
    countLetter: (kind: keyof typeof definitions.letters, email: string) =>
      counters.consume(definitions.letters[kind](email)),
  }
}

/** The seconds for which undoing an attempt is retried while the database is unavailable. */
const retrySeconds = 300

/**
 * Subtracts an attempt from its counters. If the database is unavailable, retries in the background, so that the response is not delayed.
 */
async function undoAttempt(counters: Counters, attemptCounters: readonly Counter[]): Promise<void> {
  for (const counter of attemptCounters) {
    const refund = () => counters.refund(counter)
    await refund().catch(() => void retryInBackground(refund))
  }
}

async function retryInBackground(work: () => Promise<unknown>): Promise<void> {
  for (let second = 0; second < retrySeconds; second += 1) {
    await setTimeout(1_000, undefined, { ref: false })
    try {
      await work()
      return
    } catch {
      // The database is still unavailable.
    }
  }
}
