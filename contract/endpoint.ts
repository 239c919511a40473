import * as z from 'zod/mini'
import type { FailureCode } from './failures.ts'

export type Role = 'khateeb' | 'masjid'

/**
 * Who may make a call. `anyone` needs no session. Otherwise it maps each allowed role to the input field that must hold
 * the caller's own uid (or `me`), or to `true` if no field names the caller.
 */
type Access = 'anyone' | Readonly<Partial<Record<Role, string | true>>>

/** A schema that parses `Sent` from the wire into `Parsed`. */
export type Schema<Parsed, Sent = Parsed> = z.core.$ZodType<Parsed, Sent>

type NoFields = Record<never, never>

/** Rate limits per IP address. */
export type AddressLimit = 'sign_in' | 'sign_up' | 'reset' | 'lookup'

/** Rate limits per account. A `proposal` call also counts as a `change`. */
export type AccountLimit = 'change' | 'proposal'

interface Description<
  Params extends object,
  Query extends object,
  Body extends object,
  SentParams,
  SentQuery,
  SentBody,
  Output,
  Failure,
> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** With `{name}` for each path parameter. */
  readonly path: `/${string}`
  readonly access: Access
  readonly params?: Schema<Params, SentParams>
  readonly query?: Schema<Query, SentQuery>
  readonly body?: Schema<Body, SentBody>
  readonly output: Schema<Output>
  readonly failures: readonly Failure[]
  /** The answer is, or contains, one page of a list. The `X-Next-Cursor` header holds the next cursor. */
  readonly paged?: boolean
  /** The rate limit per IP address. */
  readonly limit?: AddressLimit
  /** The rate limit per account. Every signed-in call that changes data has one. */
  readonly accountLimit?: AccountLimit
  /** The input or the answer contains a secret: neither is stored for an Idempotency-Key, nor logged. */
  readonly secret?: boolean
  /** The call hashes a password, which is slow on purpose, so few such calls may run at a time. */
  readonly takesPassword?: boolean
}

/** An API call: its name, route, access, input, output and failures. */
export interface Endpoint<
  Sent = unknown,
  Input = unknown,
  Output = unknown,
  Failure extends FailureCode = FailureCode,
> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: `/${string}`
  readonly access: Access
  readonly params: Schema<object, unknown> | undefined
  readonly query: Schema<object, unknown> | undefined
  readonly body: Schema<object, unknown> | undefined
  readonly output: Schema<Output>
  readonly failures: readonly Failure[]
  readonly paged: boolean
  readonly limit: AddressLimit | undefined
  readonly accountLimit: AccountLimit | undefined
  readonly secret: boolean
  readonly takesPassword: boolean
  /** Exists at type level only: what a caller sends, and what the handler receives after parsing. */
  readonly types?: { readonly sent: Sent; readonly input: Input }
}

/** Declares an endpoint. Params, query and body are parsed separately and merged into one flat input. */
export function endpoint<
  Output,
  const Failure extends FailureCode,
  Params extends object = NoFields,
  Query extends object = NoFields,
  Body extends object = NoFields,
  SentParams = NoFields,
  SentQuery = NoFields,
  SentBody = NoFields,
>(
  it: Description<Params, Query, Body, SentParams, SentQuery, SentBody, Output, Failure>,
): Endpoint<SentParams & SentQuery & SentBody, Params & Query & Body, Output, Failure> {
  return {
    ...it,
    params: it.params,
    query: it.query,
    body: it.body,
    paged: it.paged ?? false,
    limit: it.limit,
    accountLimit: it.accountLimit,
    secret: it.secret ?? false,
    takesPassword: it.takesPassword ?? false,
  }
}

export type SentTo<E> = E extends Endpoint<infer Sent, infer _I, infer _O, infer _F> ? Sent : never
export type InputOf<E> = E extends Endpoint<infer _S, infer Input, infer _O, infer _F> ? Input : never
export type OutputOf<E> = E extends Endpoint<infer _S, infer _I, infer Output, infer _F> ? Output : never
