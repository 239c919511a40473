import { setTimeout } from 'node:timers/promises'
import type { IpAddressLimit } from '../../contract/endpoint.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Caller, CallSource, ConsumeRateLimit } from '../http/route.ts'
import { type Counter, type Counters, createRateLimitCounters } from '../rate-limit-counters.ts'
import { isKnownBrowser } from './known-devices.ts'
import { rateLimitDefinitions } from './rate-limit-definitions.ts'

export type RateLimits = ReturnType<typeof createRateLimits>

/** A counter of password attempts. */
interface AttemptCounter extends Counter {
  /** Whether a correct password resets the counter. Otherwise it only undoes its own attempt. */
  readonly resets: boolean
}

/**
 * Rate limits. The counters are in the database, so all server processes share them. They use connections of their own and
 * are not part of the caller's transaction. Over a limit, each method rejects with 429 and the seconds to wait. If the
 * database is unavailable, they reject like any other query.
 */
export function createRateLimits(database: Database, limits: Config['limits']) {
  const counters = createRateLimitCounters(database)
  const definitions = rateLimitDefinitions(limits)

  async function attemptCountersOf(email: string, from: CallSource): Promise<AttemptCounter[]> {
    const { address, device } = from
    if (device !== null && (await isKnownBrowser(database.reader, device, email))) {
      return [{ ...definitions.wrongPasswords.fromBrowser(email, device), resets: true }]
    }
    // The browser is known to another account, so the call skipped the per-address limit before. Count it now.
    if (await isKnownBrowser(database.reader, device))
      await counters.consume(...definitions.byAddress('sign_in', address))
    return [
      { ...definitions.wrongPasswords.fromAddress(email, address), resets: true },
      { ...definitions.wrongPasswords.fromAnywhere(email), resets: false },
    ]
  }

  const countCall: ConsumeRateLimit = async ({ limit, accountLimit }, { caller, address, device }) => {
    // A known browser skips the per-address limit. Its own limit is checked once the body is parsed and names the account.
    const skipsAddressLimit = limit === 'sign_in' && (await isKnownBrowser(database.reader, device))
    const counted = limit === undefined || skipsAddressLimit ? [] : definitions.byAddress(limit, address)
    if (caller === null || accountLimit === undefined) {
      if (counted.length > 0) await counters.consume(...counted)
      return null
    }
    const unconfirmed = definitions.unconfirmedProposals(accountLimit, caller)
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
     * Counts an attempt at an account's password: for the account from this address, and for the account in total. From a
     * browser known to the account, counts only for that browser. The count is undone if the password was correct or could
     * not be checked (503). Correct passwords have a limit of their own, because each costs a hash; strangers cannot use it up.
     * @param check returns the result for a correct password, and null for a wrong one
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
    /** As `ProposalLimits` says. */
    async countMoreProposals<T>(caller: Caller, more: number, run: () => Promise<T>): Promise<T> {
      if (more > 0)
        await counters.consume(...Array.from({ length: more }, () => definitions.proposals(caller)))
      const unconfirmed = definitions.unconfirmedProposals('proposal', caller)
      if (unconfirmed === undefined) return run()
      let counted = 0
      try {
        // One by one, to know how many to refund. The limit is low.
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
    /** Counts a correct password that opened nothing, because the second factor was missing. */
    countCorrectPassword: (email: string) => counters.count(definitions.correctPasswords(email)),
    /**
     * Counts an attempt at the code of an account's authenticator app, besides `tryPassword`. Six digits can be guessed, so the limit is
     * low. Only a person with the password can reach it, so it locks no owner out who resets the password.
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
     * Counts a letter to an email address, whether or not it has an account. This also protects a stranger whose address
     * someone signs up again and again. Each kind has its own limit, because any caller can use up the limit for links.
     */
    countLetter: (kind: keyof typeof definitions.letters, email: string) =>
      counters.consume(definitions.letters[kind](email)),
  }
}

/** How long to retry undoing an attempt while the database is unavailable. */
const retrySeconds = 300

/** Undoes an attempt. If the database is unavailable, retries in the background, so the answer isn't delayed. */
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
      // Still unavailable.
    }
  }
}
