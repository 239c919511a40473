import type { Config } from '../../server/config.ts'
import type { Tx } from '../../server/database/database.ts'
import type { HttpResponse } from './http-get.ts'

export type Verdict = 'ok' | 'warning' | 'wrong'

/** The answer of a check. */
export interface CheckResult {
  readonly verdict: Verdict
  /** The state and, if it is a problem, what to do. It must not contain secrets. */
  readonly sentence: string
}

export const ok = (sentence: string): CheckResult => ({ verdict: 'ok', sentence })
export const warning = (sentence: string): CheckResult => ({ verdict: 'warning', sentence })
export const failed = (sentence: string): CheckResult => ({ verdict: 'wrong', sentence })

/** An answer, and what was checked, in a word or two. */
export type Finding = { readonly check: string } & CheckResult

/** The inputs of a check. */
export interface CheckContext {
  readonly config: Config
  /** Runs queries in a read-only transaction. Rejects if the database isn't running. */
  readonly readDatabase: <T>(read: (tx: Tx) => Promise<T>) => Promise<T>
  /** The response of PUBLIC_URL to `/healthz`, requested once. Undefined without PUBLIC_URL. Rejects without a response. */
  readonly publicResponse: () => Promise<HttpResponse | undefined>
}

/**
 * Checks one thing and changes nothing. A result is reported under the check's name, unless it is a `Finding`, which has a name of its
 * own. Rejects if the thing could not be checked.
 */
export type Check = (context: CheckContext) => Promise<CheckResult | readonly (CheckResult | Finding)[]>
