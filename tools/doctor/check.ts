import type { Config } from '../../server/config.ts'
import type { Tx } from '../../server/database/database.ts'
import type { HttpResponse } from './http-get.ts'

export type Verdict = 'ok' | 'warning' | 'wrong'

export interface CheckResult {
  readonly verdict: Verdict
  /** The state of the checked thing, and for a problem, what to do. The sentence must not contain secrets. */
  readonly sentence: string
}

export const ok = (sentence: string): CheckResult => ({ verdict: 'ok', sentence })
export const warning = (sentence: string): CheckResult => ({ verdict: 'warning', sentence })
export const failed = (sentence: string): CheckResult => ({ verdict: 'wrong', sentence })

/** A result, with the name of the checked thing in a word or two. */
export type Finding = { readonly check: string } & CheckResult

/** The inputs of a check. */
export interface CheckContext {
  readonly config: Config
  /** Runs queries in a read-only transaction. Rejects if the database isn't running. */
  readonly readDatabase: <T>(read: (tx: Tx) => Promise<T>) => Promise<T>
  /**
   * Returns the response of PUBLIC_URL to `/healthz`, which is requested only once. Undefined without PUBLIC_URL. Rejects if there is no
   * response.
   */
  readonly publicResponse: () => Promise<HttpResponse | undefined>
}

/**
 * A function that checks one thing and changes nothing. A result has the name of the check, unless it is a `Finding`, which has its own
 * name. Rejects if the thing could not be checked.
 */
export type Check = (context: CheckContext) => Promise<CheckResult | readonly (CheckResult | Finding)[]>
