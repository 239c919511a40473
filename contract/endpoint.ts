import * as z from 'zod/mini'
import type { FailureCode } from './failures.ts'

export type Role = 'khateeb' | 'masjid'

/**
 * The role of a member in a masjid. An owner may do everything. A scheduler may do everything about khutbahs and khateebs, except to
 * invite khateebs by email and to publish the schedule. A viewer may only read, and sees no phones. The only member of a khateeb is an
 * owner.
 */
export type MemberRole = 'owner' | 'scheduler' | 'viewer'

/**
 * The callers who may make a call. `anyone` needs no session. Otherwise an object maps each allowed role to the input field with the
 * caller's own uid (or `me`), or to `true` if no field has the caller's uid.
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
  /** The path of the URL. Each parameter appears as `{name}`. */
  readonly path: `/${string}`
  readonly access: Access
  /**
   * The lowest role of a member who may make the call. The default is `viewer` for GET calls, and `scheduler` for others. A POST or PATCH
   * call sets `viewer` if it only reads, or if it is about the person and not about the party.
   */
  readonly needs: MemberRole
  readonly params?: Schema<object, unknown>
  readonly query?: Schema<object, unknown>
  readonly body?: Schema<object, unknown>
  readonly output: Schema<Output>
  /** The failures of this call, in addition to `commonFailures`. */
  readonly failures: readonly FailureCode[]
  /** The response is, or contains, one page of a list. The `X-Next-Cursor` header has the cursor of the next page. */
  readonly paged: boolean
  readonly limit?: IpAddressLimit
  /** The rate limit per account. Every signed-in call that changes data has one. */
  readonly accountLimit?: AccountLimit | undefined
  /** The input or the response contains a secret. The server neither logs them nor stores them for an Idempotency-Key. */
  readonly secret: boolean
  /**
   * The lists in the response that name third parties, who may delete their accounts. For an Idempotency-Key, the server stores these lists
   * as empty, so a repeated call gets empty lists.
   */
  readonly unstoredLists?: readonly string[]
  /** The call hashes a password. Hashing is slow on purpose, so the server runs only a few such calls at a time. */
  readonly hashesPassword: boolean
  /** Exists only as a type: the input that a caller sends, and the parsed input that the handler receives. */
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
> extends Partial<Omit<Endpoint, 'access' | 'output' | 'unstoredLists' | 'types'>> {
  readonly access: Access
  readonly params?: Schema<Params, SentParams>
  readonly query?: Schema<Query, SentQuery>
  readonly body?: Schema<Body, SentBody>
  readonly output: Schema<Output>
  readonly unstoredLists?: readonly (keyof Output & string)[]
}

/**
 * Declares an endpoint. Params, query and body are parsed separately, then merged into one flat input. The default name is the last path
 * segment that is not a parameter. Signed-in calls other than GET have the account limit `change` by default.
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
