import { CallFailed, type Client } from '../../contract/client.ts'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { noRateLimits } from '../runtime/app.ts'
import { openTestDatabase, type TestDatabase } from '../runtime/database.ts'
import type { Member } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { retryingClientOf } from '../runtime/retrying-client.ts'
import { startServer } from '../runtime/server-process.ts'

/** Two server processes on one PostgreSQL database. */
export interface ServerPair extends TestDatabase {
  readonly servers: readonly [ServerProcess, ServerProcess]
  /**
   * Makes fifty concurrent calls: the given ones in turn, each through both servers. Returns their outcomes by given call
   * (see `outcomeOf`).
   */
  race(...calls: readonly RacingCall[]): Promise<string[][]>
  /** Deletes all slots with their proposals and assignments, blocks, and letters. */
  clear(): Promise<void>
}

/** Makes one call through the server at `baseUrl`. `number` differs for each call of a race. */
export type RacingCall = (baseUrl: string, number: number) => Promise<object>

/** The rounds of each race. */
export const rounds = Array.from({ length: isVerifyRun ? 20 : 2 }, (_, round) => round + 1)

const callsAtOnce = 50

/** @param build the build's folder */
export async function startServerPair(
  build: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerPair> {
  const database = await openTestDatabase()
  const settings = {
    DATABASE_URL: database.url,
    // Enough for fifty concurrent calls to meet in the database rather than wait for a connection.
    DATABASE_CONNECTIONS: '25',
    ...noRateLimits,
    ...env,
  }
  const [one, other] = await Promise.all([startServer(build, settings), startServer(build, settings)])
  const servers = [one, other] as const
  return {
    ...database,
    servers,
    race: (...calls) => race(servers, calls),
    async clear() {
      await database.database.reader.deleteFrom('slots').execute()
      await database.database.reader.deleteFrom('blocks').execute()
      await database.database.reader.deleteFrom('letters').execute()
    },
  }
}

async function race(servers: ServerPair['servers'], calls: readonly RacingCall[]): Promise<string[][]> {
  const outcomes = Array.from({ length: callsAtOnce }, async (_, index) => {
    const call = index % calls.length
    const number = Math.floor(index / calls.length)
    const server = servers[(call + number) % 2 === 0 ? 0 : 1]
    return { call, outcome: await outcomeOf(calls[call]?.(server.url, index)) }
  })
  const all = await Promise.all(outcomes)
  return calls.map((_, index) => all.filter((it) => it.call === index).map((it) => it.outcome))
}

/** The outcome of a call: `changed`, `same` (a success that changed nothing), or the failure's code. */
export async function outcomeOf(call: Promise<object> | undefined): Promise<string> {
  try {
    const answer = (await call) ?? {}
    return !('changed' in answer) || answer.changed === true ? 'changed' : 'same'
  } catch (error) {
    if (error instanceof CallFailed) return error.code
    throw error
  }
}

/** A client of the server at `baseUrl`, authenticated as a member. */
export function clientFor(member: Member, baseUrl: string): Client {
  return retryingClientOf(baseUrl, member.token)
}

/** Counts equal outcomes. */
export function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
