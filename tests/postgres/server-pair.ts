import { CallFailed, type Client } from '../../contract/client.ts'
import type { ServerProcess } from '../../tools/server/server-process.ts'
import { unlimited } from '../runtime/app.ts'
import { openTestDatabase, type TestDatabase } from '../runtime/database.ts'
import type { Member } from '../runtime/insert-people.ts'
import { isVerifyRun } from '../runtime/is-verify-run.ts'
import { retryingClientOf } from '../runtime/retrying-client.ts'
import { startServer } from '../runtime/server-process.ts'

/** Two server processes on one database of PostgreSQL. */
export interface Arena extends TestDatabase {
  readonly servers: readonly [ServerProcess, ServerProcess]
  /**
   * Lets the contestants make fifty calls at once, by turns, each of them through both servers. Gives for each what its
   * calls were answered: `changed`, `same` (a success that changed nothing), or a failure's code.
   */
  race(...contestants: readonly Contestant[]): Promise<string[][]>
  /** Empties the slots, what people did about them and to one another, and the outbox. */
  clear(): Promise<void>
}

/** Makes one call, through the server of an origin; the number tells its calls apart. */
export type Contestant = (baseUrl: string, number: number) => Promise<object>

/** How often each race is run. */
export const rounds = Array.from({ length: isVerifyRun ? 20 : 2 }, (_, round) => round + 1)

const callsAtOnce = 50

/** @param build the folder of the build */
export async function openArena(build: string, env: Readonly<Record<string, string>> = {}): Promise<Arena> {
  const database = await openTestDatabase()
  const settings = {
    DATABASE_URL: database.url,
    // Fifty at once shall meet in the database, not queue in front of it.
    DATABASE_CONNECTIONS: '25',
    // Each letter shall be seen as what it is, too.
    ...unlimited,
    ...env,
  }
  const [one, other] = await Promise.all([startServer(build, settings), startServer(build, settings)])
  const servers = [one, other] as const
  return {
    ...database,
    servers,
    race: (...contestants) => race(servers, contestants),
    async clear() {
      await database.database.reader.deleteFrom('slots').execute()
      await database.database.reader.deleteFrom('blocks').execute()
      await database.database.reader.deleteFrom('letters').execute()
    },
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await database.close()
    },
  }
}

async function race(servers: Arena['servers'], contestants: readonly Contestant[]): Promise<string[][]> {
  const answers = Array.from({ length: callsAtOnce }, async (_, index) => {
    const contestant = index % contestants.length
    const number = Math.floor(index / contestants.length)
    const server = servers[(contestant + number) % 2 === 0 ? 0 : 1]
    return { contestant, answer: await answerTo(contestants[contestant]?.(server.url, index)) }
  })
  const all = await Promise.all(answers)
  return contestants.map((_, index) => all.filter((it) => it.contestant === index).map((it) => it.answer))
}

/** What a call was answered, in one word. */
export async function answerTo(call: Promise<object> | undefined): Promise<string> {
  try {
    const answer = (await call) ?? {}
    return !('changed' in answer) || answer.changed === true ? 'changed' : 'same'
  } catch (error) {
    if (error instanceof CallFailed) return error.code
    throw error
  }
}

/** Speaks for somebody through the server of an origin. */
export function speaking(member: Member, baseUrl: string): Client {
  return retryingClientOf(baseUrl, member.token)
}

/** How many answers were of each kind. */
export function tally(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}
