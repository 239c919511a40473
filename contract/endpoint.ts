import * as z from 'zod/mini'
import type { FailureCode } from './failures.ts'

export type Role = 'khateeb' | 'masjid'

/**
 * What a member may do for a masjid. An owner may do everything. A scheduler may do everything about khutbahs and khateebs. A viewer
 * may only read, and sees no phones. A khateeb's only member is an owner.
 */
export type MemberRole = 'owner' | 'scheduler' | 'viewer'

/**
 * Who may make a call. `anyone` needs no session. Otherwise an object maps each allowed role to the input field that must
 * hold the caller's own uid (or `me`), or to `true` if no field names the caller.
 */
type Access = 'anyone' | Readonly<Partial<Record<Role, string | true>>>

/** A schema that parses `Sent` from the wire into `Parsed`. */
export type Schema<Parsed, Sent = Parsed> = z.core.$ZodType<Parsed, Sent>

type NoFields = Record<never, never>

/** Rate limits per IP address. */
export type IpAddressLimit = 'sign_in' | 'sign_up' | 'reset' | 'lookup'

/** Rate limits per account. A `proposal` call also counts as a `change`. */
export type AccountLimit = 'change' | 'proposal'

/** An API call: its name, route, access, input, output and failures. */
export interface Endpoint<Sent = unknown, Input = unknown, Output = unknown> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** With `{name}` for each path parameter. */
  readonly path: `/${string}`
  readonly access: Access
  /**
   * The lowest role of a member who may make the call. By default, a viewer may make GET calls, and a scheduler all others. Calls about
   * the person who makes them, and not about the party, need only a viewer.
   */
  readonly needs: MemberRole
  readonly params?: Schema<object, unknown>
  readonly query?: Schema<object, unknown>
  readonly body?: Schema<object, unknown>
  readonly output: Schema<Output>
  /** The failures of this call, besides `commonFailures`. */
  readonly failures: readonly FailureCode[]
  /** The answer is, or contains, one page of a list. The `X-Next-Cursor` header holds the next cursor. */
  readonly paged: boolean
  /** The rate limit per IP address. */
  readonly limit?: IpAddressLimit
  /** The rate limit per account. Every signed-in call that changes data has one. */
  readonly accountLimit?: AccountLimit | undefined
  /** The input or the answer contains a secret: neither is stored for an Idempotency-Key, nor logged. */
  readonly secret: boolean
  /** The call hashes a password, which is slow on purpose, so few such calls may run at a time. */
  readonly hashesPassword: boolean
  /** Exists at type level only: what a caller sends, and what the handler receives after parsing. */
  readonly types?: { readonly sent: Sent; readonly input: Input }
}

interface Description<
  Params extends object,
  Query extends object,
  Body extends object,
  SentParams,
  SentQuery,
  SentBody,
  Output,
> extends Partial<Omit<Endpoint, 'access' | 'output' | 'types'>> {
  readonly access: Access
  readonly params?: Schema<Params, SentParams>
  readonly query?: Schema<Query, SentQuery>
  readonly body?: Schema<Body, SentBody>
  readonly output: Schema<Output>
}

/**
 * Declares an endpoint. Params, query and body are parsed separately and merged into one flat input. By default, the name
 * is the last path segment that is not a parameter, and signed-in calls other than GET have the account limit `change`.
 */
export function endpoint<
  Output,
  Params extends object = NoFields,
  Query extends object = NoFields,
  Body extends object = NoFields,
  SentParams = NoFields,
  SentQuery = NoFields,
  SentBody = NoFields,
>(
  method: Endpoint['method'],
  path: Endpoint['path'],
  it: Description<Params, Query, Body, SentParams, SentQuery, SentBody, Output>,
): Endpoint<SentParams & SentQuery & SentBody, Params & Query & Body, Output> {
  return {
    name: path.split('/').findLast((segment) => !segment.startsWith('{')) ?? path,
    method,
    path,
    needs: method === 'GET' ? 'viewer' : 'scheduler',
    failures: [],
    paged: false,
    accountLimit: method === 'GET' || it.access === 'anyone' ? undefined : 'change',
    secret: false,
    hashesPassword: false,
    ...it,
  }
}

export type RawInputOf<E> = E extends Endpoint<infer Sent, infer _I, infer _O> ? Sent : never
export type InputOf<E> = E extends Endpoint<infer _S, infer Input, infer _O> ? Input : never
export type OutputOf<E> = E extends Endpoint<infer _S, infer _I, infer Output> ? Output : never
