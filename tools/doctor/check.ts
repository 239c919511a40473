import type { Config } from '../../server/config.ts'
import type { Tx } from '../../server/database/database.ts'
import type { Finding } from './finding.ts'
import type { HttpResponse } from './http-get.ts'

/** What a check may look at. */
export interface CheckContext {
  readonly config: Config
  /** Reads the database, in a transaction in which PostgreSQL refuses every change. */
  readonly readDatabase: <T>(read: (tx: Tx) => Promise<T>) => Promise<T>
  /** The answer of PUBLIC_URL to `/healthz`, asked once; undefined without PUBLIC_URL. Rejects where there is none. */
  readonly publicResponse: () => Promise<HttpResponse | undefined>
}

/** Looks at one thing and changes nothing. It may reject: then it could not be looked at. */
export type Check = (context: CheckContext) => Promise<readonly Finding[]>
