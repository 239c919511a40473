import type { FastifyBaseLogger } from 'fastify'
import type { Endpoint, Role } from '../../contract/endpoint.ts'
import type { Database, Tx } from '../database/database.ts'

/** The signed-in account that makes a call. */
export interface Caller {
  readonly uid: string
  readonly role: Role
  readonly sessionId: string
  readonly emailVerified: boolean
}

/** The client that a call comes from. */
export interface CallSource {
  readonly address: string
  /** The token in the browser's device cookie. */
  readonly device: string | null
}

/** Removes a call that failed from its counter. */
export type Refund = () => Promise<void>

/**
 * Counts a call against the rate limits that its endpoint declares, per address first, then per account, in one round trip.
 * Accounts with an unverified e-mail also have a daily limit of proposals. Rejects with 429 and the seconds to wait.
 * @returns a function that uncounts a failed call, if only successful calls count
 */
export type CountCall = (
  endpoint: Pick<Endpoint, 'limit' | 'accountLimit'>,
  from: CallSource & { readonly caller: Caller | null },
) => Promise<Refund | null>

/** What a handler gets besides its input. */
export interface Context {
  /** Null for a signed-out visitor, if the endpoint needs no session. */
  readonly caller: Caller | null
  readonly database: Database
  /** Adds the request id to each line. Never log e-mails, phones or texts of users. */
  readonly log: FastifyBaseLogger
  /**
   * Runs the change in one transaction that also stores the Idempotency-Key. A retry changes nothing and gets the stored
   * result. Results are stored as JSON for a day, so they must not contain personal data: an endpoint that answers with a
   * record reads it after the transaction.
   */
  readonly transact: <T>(change: (tx: Tx) => Promise<T>) => Promise<T>
  /** Sets the response header with the cursor of the next page. */
  readonly nextCursor: (cursor: string) => void
  readonly request: RequestFacts
  readonly cookie: SessionCookie
  /** Sets the device cookie, with a lifetime in seconds. It recognizes a browser but grants no access. */
  readonly deviceCookie: (token: string, seconds: number) => void
}

/** What a handler may know about the request. */
interface RequestFacts {
  /** The client's address: the peer's, or the one that a trusted proxy sent. */
  readonly address: string
  readonly userAgent: string
  /** The request has an Origin header, so it came from a browser page, and the token is sent as a cookie. */
  readonly isFromPage: boolean
  /** The session token of the call. */
  readonly token: string | null
  /** The token in the browser's device cookie. */
  readonly device: string | null
}

export interface SessionCookie {
  /** Without `expires`, the cookie lasts until the browser is closed. */
  readonly set: (token: string, expires: Date | undefined) => void
  readonly clear: () => void
}

/** The context of an endpoint that requires a session. */
export interface SignedInContext extends Context {
  readonly caller: Caller
}

/** An endpoint and its handler. */
export interface Route {
  readonly endpoint: Endpoint
  /** Declared as a method, as methods are bivariant: handlers take their endpoint's own input type. */
  run(context: Context, input: unknown): Promise<unknown>
}

/** Routes an endpoint that needs no session. */
export function publicRoute<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  run: (context: Context, input: Input) => Promise<Output>,
): Route {
  return { endpoint, run }
}

/** Routes an endpoint that requires a session; `mountRoutes` guarantees that there is a caller. */
export function signedInRoute<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  run: (context: SignedInContext, input: Input) => Promise<Output>,
): Route {
  return {
    endpoint,
    run: (context: Context, input: Input) => {
      if (context.caller === null) throw new Error(`${endpoint.name} is declared open to anyone`)
      return run({ ...context, caller: context.caller }, input)
    },
  }
}
