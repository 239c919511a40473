import * as z from 'zod/mini'
import type { FailureCode } from './failures.ts'

export type Role = 'khateeb' | 'masjid'

/**
 * Who may make a call. `anyone` needs no session. Otherwise each role that may call is listed, with the name of
 * the input field that must be the caller's own uid (`me` stands for it), or `true` where no field names the caller.
 */
type Access = 'anyone' | Readonly<Partial<Record<Role, string | true>>>

/** A schema that takes `Sent` from the wire and gives `Parsed`; endpoints are parametrised by these plain types only. */
export type Schema<Parsed, Sent = Parsed> = z.core.$ZodType<Parsed, Sent>

type Nothing = Record<never, never>

/** Limits that count the calls of an address. */
export type AddressLimit = 'sign_in' | 'sign_up' | 'reset' | 'lookup'

/** Limits that count the calls of an account: of every change, and of proposals, which are changes, too. */
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
  /** The answer is, or has, one page of a list; the next page's cursor is in `X-Next-Cursor`. */
  readonly paged?: boolean
  /** Which limit counts the calls that an address makes of it. */
  readonly limit?: AddressLimit
  /** Which limit counts the calls that an account makes of it. Every signed-in call that changes something has one. */
  readonly accountLimit?: AccountLimit
  /** The answer or the input is a secret: it is never stored under an Idempotency-Key, nor logged. */
  readonly secret?: boolean
  /** It verifies or stores a password, which takes the server long on purpose: few such calls may wait at a time. */
  readonly takesPassword?: boolean
}

/** One call of the product: what it is named, who may make it, what goes in and out, and how it may fail. */
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
  /** Exists in the types only: what a caller sends, and what the handler gets once it is parsed. */
  readonly types?: { readonly sent: Sent; readonly input: Input }
}

/** Declares an endpoint. Params, query and body are parsed apart and merged into one flat input. */
export function endpoint<
  Output,
  const Failure extends FailureCode,
  Params extends object = Nothing,
  Query extends object = Nothing,
  Body extends object = Nothing,
  SentParams = Nothing,
  SentQuery = Nothing,
  SentBody = Nothing,
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
