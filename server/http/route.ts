import type { Readable } from 'node:stream'
import type { Endpoint, MemberRole, Role } from '../../contract/endpoint.ts'
import type { Tx } from '../database/database.ts'
import type { contextOf } from './context.ts'

/** A party that a person may act for. */
export interface Membership {
  /** The uid of the party. */
  readonly uid: string
  /** The role of the party: khateeb or masjid. */
  readonly role: Role
  readonly memberRole: MemberRole
}

/** The signed-in person who makes a call, and the party that they act for. */
export interface Caller extends Membership {
  readonly personId: string
  readonly sessionId: string
  /** All parties that the person may act for, the oldest membership first. */
  readonly memberships: readonly Membership[]
}

/** The client that a call comes from. */
export interface CallSource {
  readonly address: string
  /** The token in the browser's device cookie. */
  readonly device: string | null
}

/** Subtracts a failed call from its counters. */
export type RefundRateLimit = () => Promise<void>

/**
 * Counts a call against the rate limits that its endpoint declares, per address first, then per account, in one round trip. People with an
 * unverified email also have a daily limit of proposals, so a proposal takes a second round trip. Rejects with 429 and the seconds to wait.
 * @returns a function that refunds a failed call; null if failed calls count, too
 */
export type ConsumeRateLimit = (
  endpoint: Pick<Endpoint, 'limit' | 'accountLimit'>,
  from: CallSource & { readonly caller: Caller | null },
) => Promise<RefundRateLimit | null>

/** For a call that makes several proposals, or that only sometimes counts as a proposal. */
export interface ProposalLimits {
  /**
   * Counts `more` proposals, and runs the call. If the endpoint has the limit `proposal`, `countCall` has counted one proposal already. If
   * the call fails, the proposals of an account with an unverified email don't count.
   */
  countMoreProposals<T>(caller: Caller, more: number, run: () => Promise<T>): Promise<T>
}

/** What a handler gets besides its input. */
export type Context = ReturnType<typeof contextOf>

/** The context of an endpoint that requires a session. */
export interface SignedInContext extends Context {
  readonly caller: Caller
}

/** An endpoint and its handler. */
export interface Route {
  readonly endpoint: Endpoint
  /**
   * Declared as a method, because TypeScript checks the parameters of methods bivariantly. So a handler may declare the input type of its
   * endpoint instead of `unknown`.
   */
  run(context: Context, input: unknown): Promise<unknown>
  /** Answers a GET request that accepts `text/event-stream`, instead of `run`. */
  stream?(context: Context, input: unknown): Promise<Readable>
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
    run: (context: Context, input: Input) => run(requireSignedInContext(endpoint, context), input),
  }
}

/** Routes an endpoint that requires a session, and that can also be answered with a stream of events. */
export function streamRoute<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  run: (context: SignedInContext, input: Input) => Promise<Output>,
  stream: (context: SignedInContext, input: Input) => Promise<Readable>,
): Route {
  return {
    ...signedInRoute(endpoint, run),
    stream: (context: Context, input: Input) => stream(requireSignedInContext(endpoint, context), input),
  }
}

function requireSignedInContext({ name }: Pick<Endpoint, 'name'>, context: Context): SignedInContext {
  if (context.caller === null) throw new Error(`${name} is declared open to anyone`)
  return { ...context, caller: context.caller }
}

/** Routes an endpoint that requires a session, and whose whole work is one transaction. */
export function transactionRoute<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  change: (tx: Tx, input: Input, caller: Caller) => Promise<Output>,
): Route {
  return signedInRoute(endpoint, ({ caller, transact }, input) => transact((tx) => change(tx, input, caller)))
}
