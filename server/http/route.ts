import type { FastifyBaseLogger } from 'fastify'
import type { Endpoint, Role } from '../../contract/endpoint.ts'
import type { Database, Tx } from '../database/database.ts'

/** Who makes a call, as the session says. */
export interface Caller {
  readonly uid: string
  readonly role: Role
  readonly sessionId: string
  readonly emailVerified: boolean
}

/** Where a call comes from. */
export interface CallSource {
  readonly address: string
  /** What the browser's device cookie holds, if it has one. */
  readonly device: string | null
}

/** Takes a call back that did not succeed. */
export type Refund = () => Promise<void>

/**
 * Counts a call against the limits that its endpoint declares: those of the address first, then those of the account, in
 * one round trip. An account with an unconfirmed e-mail has a limit of proposals a day, and is refused beyond it with a
 * failure of its own. Rejects with 429 and the seconds to wait.
 * @returns what takes the call back, where only a call that succeeds counts
 */
export type CountCall = (
  endpoint: Pick<Endpoint, 'limit' | 'accountLimit'>,
  from: CallSource & { readonly caller: Caller | null },
) => Promise<Refund | null>

/** What a handler has besides its input. */
export interface Context {
  /** Who calls; where the endpoint needs no session, perhaps nobody. */
  readonly caller: Caller | null
  readonly database: Database
  /** Its lines bear the request's id. Nobody's e-mail, phone or words go in. */
  readonly log: FastifyBaseLogger
  /**
   * Runs the change in one transaction, together with the record of its Idempotency-Key. A repeated call changes nothing
   * and gets the result of the first one. The result is stored as JSON for a day, so it holds nothing personal: an endpoint
   * that answers with a record reads the record after the change.
   */
  readonly transact: <T>(change: (tx: Tx) => Promise<T>) => Promise<T>
  /** Tells the client where the next page of a list begins. */
  readonly nextCursor: (cursor: string) => void
  readonly request: RequestFacts
  /** Sets or clears the session cookie. */
  readonly cookie: SessionCookie
  /** Sets the cookie by which a browser is known again, for so many seconds. It lets nobody in. */
  readonly deviceCookie: (token: string, seconds: number) => void
}

/** What a handler may know of the request itself. */
interface RequestFacts {
  /** The client's address: the peer's, or what a trusted proxy says. */
  readonly address: string
  readonly userAgent: string
  /** It came from a page (it has an Origin header), so its token belongs into a cookie. */
  readonly isFromPage: boolean
  /** The token the call came with, if any. */
  readonly token: string | null
  /** What the browser's device cookie holds, if it has one. */
  readonly device: string | null
}

export interface SessionCookie {
  /** Without `expires` it lasts as long as the browser's session. */
  readonly set: (token: string, expires: Date | undefined) => void
  readonly clear: () => void
}

/** A context in which somebody is signed in, as the endpoint's access says. */
export interface SignedInContext extends Context {
  readonly caller: Caller
}

/** An endpoint together with what answers it. */
export interface Route {
  readonly endpoint: Endpoint
  /** A method, so that what takes the endpoint's own input fits; the mount gives it what the endpoint parsed. */
  run(context: Context, input: unknown): Promise<unknown>
}

/** Answers an endpoint that needs no session. */
export function publicRoute<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  run: (context: Context, input: Input) => Promise<Output>,
): Route {
  return { endpoint, run }
}

/** Answers an endpoint that only the signed in may call; the mount has seen to it that there is a caller. */
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
