import { pino } from 'pino'
import type { Client } from '../../contract/client.ts'
import { type AppDependencies, createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { GateBounds } from '../../server/http/admission-gate.ts'
import { createPasswords } from '../../server/identity/passwords.ts'
import type { StreamBounds } from '../../server/live/change-streams.ts'
import { loadZipTable } from '../../server/places/zip-table.ts'
import { clientFactory } from '../../tools/demo/demo-sessions.ts'
import { noRateLimits as noRateLimitsOfCalls } from '../../tools/demo/no-rate-limits.ts'
import { closeWhenDone } from './close-when-done.ts'
import { openTestDatabase } from './database.ts'
import { type RawRequest, sendRawRequest } from './send-request.ts'

/** The application on its own port, with a fresh database. */
export type TestApp = Awaited<ReturnType<typeof startApp>>

/** Settings that disable the rate limits, so that only the tests about limits reach a limit. */
export const noRateLimits = {
  ...noRateLimitsOfCalls,
  LIMIT_RESET_ACCOUNT: '1000000/1',
  LIMIT_LETTERS: '1000000/1',
}

/** Admission-gate bounds so high that no test reaches them. Tests about the gate set their own bounds. */
const noBounds: GateBounds = {
  waiting: { maxWaitMs: 120_000, maxItems: 100_000, maxPerClient: 100_000 },
  passwordsOfUnknownBrowsers: 1_000,
  passwordsOfKnownBrowsers: 1_000,
}

/** Live updates would refresh the screens of other tests at any time, so they are off except in the tests about them. */
const noStreams: StreamBounds = { perSession: 1, perPerson: 1, perProcess: 0 }

/** Argon2's lowest cost. Hashing at the product's cost would take a third of the time of all API tests. */
export const cheapPasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

interface Options {
  /** Settings in the form of environment variables. */
  readonly env?: Readonly<Record<string, string>>
  readonly parts?: Partial<AppDependencies>
}

/** Starts the application in this process. The end of the test or the file stops it. Checks every response against the contract. */
export async function startApp({ env = {}, parts = {} }: Options = {}) {
  const { close: closeDatabase, ...database } = await openTestDatabase()
  const server = await createApp({
    config: readConfig({ ...noRateLimits, ...env }),
    database: database.database,
    zips: loadZipTable(),
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    pageFolder: null,
    checkResponses: true,
    gateBounds: noBounds,
    streamBounds: noStreams,
    passwords: createPasswords(cheapPasswordCost),
    deletions: { add: async () => {} },
    draining: new AbortController().signal,
    ...parts,
  })
  const baseUrl = await server.listen({ port: Number(env['PORT'] ?? 0), host: '127.0.0.1' })
  // On a busy machine, startup can block the event loop so long that the gate refuses the first calls with 503.
  while (!(await fetch(`${baseUrl}/healthz`)).ok);
  return {
    ...database,
    baseUrl,
    /** Returns a client, which is unauthenticated without a session token. */
    client: (token?: string) => clientOf(baseUrl, token),
    send: (request: RawRequest) => sendRawRequest(baseUrl, request),
    closeConnections: () => server.server.closeAllConnections(),
    /** Stops the application before the end of the test or the file that started it. */
    stop: closeWhenDone(async () => {
      await server.close()
      await closeDatabase()
    }),
  }
}

/** Returns a client for the server at `baseUrl`. It is unauthenticated without a session token. */
export function clientOf(baseUrl: string, token?: string): Client {
  return clientFactory(baseUrl)(token)
}
