import type { Config } from '../../server/config.ts'
import type { Tx } from '../../server/database/database.ts'
import type { Finding } from './finding.ts'
import type { HttpResponse } from './http-get.ts'

/** The inputs of a check. */
export interface CheckContext {
  readonly config: Config
  /** Runs queries in a read-only transaction. Rejects if the database isn't running. */
  readonly readDatabase: <T>(read: (tx: Tx) => Promise<T>) => Promise<T>
  /** The response of PUBLIC_URL to `/healthz`, requested once. Undefined without PUBLIC_URL. Rejects without a response. */
  readonly publicResponse: () => Promise<HttpResponse | undefined>
}

/** Checks one thing and changes nothing. Rejects if the thing could not be checked. */
export type Check = (context: CheckContext) => Promise<readonly Finding[]>
