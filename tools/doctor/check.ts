import type { Config } from '../../server/config.ts'
import type { Tx } from '../../server/database/database.ts'
import type { HttpResponse } from './http-get.ts'

export type Verdict = 'ok' | 'warning' | 'wrong'

/** The answer of a check. */
export interface Answer {
  readonly verdict: Verdict
  /** The state and, if it is a problem, what to do. It must not contain secrets. */
  readonly sentence: string
}

export const ok = (sentence: string): Answer => ({ verdict: 'ok', sentence })
export const warning = (sentence: string): Answer => ({ verdict: 'warning', sentence })
export const wrong = (sentence: string): Answer => ({ verdict: 'wrong', sentence })

/** An answer, and what was checked, in a word or two. */
export type Finding = { readonly check: string } & Answer

/** The inputs of a check. */
export interface CheckContext {
  readonly config: Config
  /** Runs queries in a read-only transaction. Rejects if the database isn't running. */
  readonly readDatabase: <T>(read: (tx: Tx) => Promise<T>) => Promise<T>
  /** The response of PUBLIC_URL to `/healthz`, requested once. Undefined without PUBLIC_URL. Rejects without a response. */
  readonly publicResponse: () => Promise<HttpResponse | undefined>
}

/**
 * Checks one thing and changes nothing. A check of several things names those that are not its own. Rejects if the thing could
 * not be checked.
 */
export type Check = (context: CheckContext) => Promise<Answer | readonly (Answer | Finding)[]>

/** A short reason for an error. If all addresses of a host fail, Node's error has only a code and no message. */
export function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
