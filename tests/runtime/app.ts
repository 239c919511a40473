import { pino } from 'pino'
import { type Client, createClient } from '../../contract/client.ts'
import { createApp, type Parts } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { GateBounds } from '../../server/http/admission-gate.ts'
import { loadZipTable } from '../../server/places/zip-table.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

/** The application on a port of its own, over a fresh database. */
export interface TestApp extends Omit<TestDatabase, 'close'> {
  readonly baseUrl: string
  /** Speaks to it as nobody, or with a session's token. */
  client(token?: string): Client
  stop(): Promise<void>
}

/** Settings that switch the limits off: no test shall meet one that it is not about. */
export const unlimited = Object.fromEntries(
  [
    'SIGN_IN',
    'SIGN_IN_ACCOUNT',
    'SIGNED_IN',
    'SIGN_UP',
    'RESET',
    'RESET_ACCOUNT',
    'LOOKUP',
    'LETTERS',
    'CHANGE',
    'PROPOSAL',
    'UNCONFIRMED_PROPOSAL',
  ].map((it) => [`LIMIT_${it}`, '1000000/1']),
)

/** Lets every call wait for its turn: no test shall meet a bound that it is not about. */
const noBounds: GateBounds = {
  waiting: { maxWaitMs: 120_000, maxItems: 100_000, maxPerClient: 100_000 },
  passwordsOfUnknownBrowsers: 1_000,
  passwordsOfKnownBrowsers: 1_000,
}

interface Options {
  /** Settings as the environment gives them. */
  readonly env?: Readonly<Record<string, string>>
  readonly parts?: Partial<Parts>
}

/** Starts the application in this process; every answer is compared with its contract. */
export async function startApp({ env = {}, parts = {} }: Options = {}): Promise<TestApp> {
  const { close, ...database } = await openTestDatabase()
  const server = await createApp({
    config: readConfig({ ...unlimited, ...env }),
    database: database.database,
    zips: loadZipTable(),
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    pageFolder: null,
    checkAnswers: true,
    gateBounds: noBounds,
    deletions: { add: async () => {} },
    draining: new AbortController().signal,
    ...parts,
  })
  const baseUrl = await server.listen({ port: 0, host: '127.0.0.1' })
  // On a busy machine the start alone can hold the event loop so long that the first second's calls are turned away.
  while (!(await fetch(`${baseUrl}/healthz`)).ok);
  return {
    ...database,
    baseUrl,
    client: (token) => clientOf(baseUrl, token),
    stop: async () => {
      await server.close()
      await close()
    },
  }
}

/** A client of a server at `baseUrl`, as nobody or with a session's token. */
export function clientOf(baseUrl: string, token?: string): Client {
  return createClient({
    baseUrl,
    fetch,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  })
}
