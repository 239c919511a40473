import { sql } from 'kysely'
import { expect } from 'vitest'
import { CallFailed, type Client } from '../../contract/client.ts'
import type { Database, Tx } from '../../server/database/database.ts'
import { openTestDatabase } from '../runtime/database.ts'
import type { InsertedAccount } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { retryingClientOf } from '../runtime/retrying-client.ts'
import { startServer } from '../runtime/server-process.ts'
import { listQueuedLetters } from '../runtime/slots.ts'
import { invariantViolations } from './invariants.ts'
import { letterDifferences } from './letter-consistency.ts'

/** Makes one call through the server at `baseUrl`. `number` differs for each call of a race. */
export type RacingCall = (baseUrl: string, number: number) => Promise<object>

export const rounds = Array.from({ length: isVerifyRun ? 20 : 1 }, (_, round) => round + 1)

const callsAtOnce = 50
const callsOfShortRace = 10

export type ServerPair = Awaited<ReturnType<typeof startServerPair>>

/** Starts two server processes on one PostgreSQL database. The servers send letters only if `env` has the URL of a mail server. */
export async function startServerPair(env: Readonly<Record<string, string>> = {}) {
  const testDatabase = await openTestDatabase()
  const { database, url } = testDatabase
  // Hold the letters, because the tests read the outbox, and sending a letter erases its content.
  if (env['SMTP_URL'] === undefined)
    await sql`update upkeep set letters_held_since = 'infinity'`.execute(database.db)
  // With these connections, fifty concurrent calls can use the database at the same time. With fewer, calls would wait for a connection.
  const settings = { DATABASE_URL: url, DATABASE_CONNECTIONS: '25', ...env }
  const servers = await Promise.all([startServer(settings), startServer(settings)])
  const urlOf = (turn: number) => servers[turn % 2 === 0 ? 0 : 1].url
  return {
    ...testDatabase,
    servers,
    /** Returns the URL of one server: of the first for an even number, of the second for an odd number. */
    urlOf,
    async callInOrder(...calls: readonly RacingCall[]) {
      for (const call of calls) await call(urlOf(0), 0)
    },
    /** Makes fifty concurrent calls: see `runRace`. */
    race: (...calls: readonly RacingCall[]) => runRace(callsAtOnce, urlOf, calls),
    /** Makes ten concurrent calls. For tests with many rounds. */
    shortRace: (...calls: readonly RacingCall[]) => runRace(callsOfShortRace, urlOf, calls),
    /**
     * Makes calls that need a row locked by a transaction. Starts each call when all earlier calls wait for locks, and commits the
     * transaction when all calls wait. So the calls get the row in the given order. Returns their outcomes (see `outcomeOf`).
     */
    async queueBehind(lock: (tx: Tx) => Promise<unknown>, ...calls: readonly RacingCall[]) {
      const made = await database.transaction(async (tx) => {
        await lock(tx)
        const outcomes: Promise<string>[] = []
        for (const call of calls) {
          outcomes.push(outcomeOf(call(urlOf(outcomes.length), outcomes.length)))
          await expect.poll(() => countLockWaits(database), { timeout: 4_000 }).toBe(outcomes.length)
        }
        return outcomes
      })
      return Promise.all(made)
    },
    /** Deletes all weekly plans, slots with their proposals and assignments, blocks, dates away, and letters. */
    async clear() {
      for (const table of ['plans', 'slots', 'blocks', 'away_dates', 'letters'] as const)
        await database.db.deleteFrom(table).execute()
    },
  }
}

/** Returns how many statements wait for a lock. Uses its own connection, because a transaction would always read the same numbers. */
async function countLockWaits({ db }: Database): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/**
 * Makes `length` concurrent calls: the given calls in turn, each through both servers. Returns the outcomes of each given call (see
 * `outcomeOf`).
 */
async function runRace(
  length: number,
  urlOf: (turn: number) => string,
  calls: readonly RacingCall[],
): Promise<string[][]> {
  const made = Array.from({ length }, (_, index) => {
    const call = index % calls.length
    return outcomeOf(calls[call]?.(urlOf(call + Math.floor(index / calls.length)), index))
  })
  const outcomes = await Promise.all(made)
  return calls.map((_, call) => outcomes.filter((__, index) => index % calls.length === call))
}

/**
 * Returns the outcome of a call: the failure's code, `same` (a success whose response says that nothing changed), or `changed` (any other
 * success).
 */
export async function outcomeOf(call: Promise<object> | undefined): Promise<string> {
  try {
    const result = (await call) ?? {}
    return !('changed' in result) || result.changed === true ? 'changed' : 'same'
  } catch (error) {
    if (error instanceof CallFailed) return error.code
    throw error
  }
}

/** Returns a client of the server at `baseUrl`, with a member's session. */
export function clientFor(member: InsertedAccount, baseUrl: string): Client {
  return retryingClientOf(baseUrl, member.token)
}

/** Counts equal outcomes. */
export function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Expects that each call had one of the allowed outcomes. */
export function expectOutcomesIn(outcomes: readonly string[], ...allowed: readonly string[]): void {
  expect(outcomes.filter((it) => !allowed.includes(it))).toEqual([])
}

/**
 * Expects that exactly one of all calls changed something, and that its repetitions succeeded without a change. Returns
 * the index of the winning call.
 */
export function winnerOf(outcomes: readonly string[][]): number {
  const winners = outcomes.flatMap((own, index) => own.filter((it) => it === 'changed').map(() => index))
  expect(winners, `changed in ${JSON.stringify(outcomes.map(tally))}`).toHaveLength(1)
  const winner = winners[0] ?? 0
  expectOutcomesIn(outcomes[winner] ?? [], 'changed', 'same')
  return winner
}

/** A call, the code with which the other call fails if this call wins, and the letters that this call then sends. */
export type Contender = readonly [call: RacingCall, failureOfOther: string, ...letters: readonly string[]]

/** Races two calls. Expects that one call takes effect once, and that the other call always fails. Returns the winner. */
export async function raceTwoCalls(
  pair: ServerPair,
  ...contenders: readonly [Contender, Contender]
): Promise<Contender> {
  const outcomes = await pair.race(...contenders.map(([call]) => call))
  const winner = contenders[winnerOf(outcomes) === 0 ? 0 : 1]
  const [, failureOfOther] = winner
  expect(new Set(outcomes[winner === contenders[0] ? 1 : 0])).toEqual(new Set([failureOfOther]))
  return winner
}

/** Expects that no invariant is violated and that the letters match the state. Only for a database without calls in progress. */
export async function expectConsistency({ database }: ServerPair): Promise<void> {
  expect([...(await invariantViolations(database)), ...(await letterDifferences(database))]).toEqual([])
}

/** Returns all letters in the outbox as `<kind> to <address>`, sorted, because concurrent letters have no order. */
export async function outboxLetters({ database }: ServerPair): Promise<string[]> {
  return (await listQueuedLetters(database)).toSorted()
}
