import type { Endpoint } from './endpoint.ts'
import type { FailureBody, FailureCode } from './failures.ts'

/**
 * The header with the uid of the party that the client acts for. The server refuses the call if the session's person may not act for that
 * party. Without this header, a browser tab could act for the wrong account: all tabs share one session cookie, so a tab can still show an
 * account that has signed out in another tab.
 */
export const actingUidHeader = 'x-minbar-uid'

/** A failed call. Status 0 means that there was no response. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly status: number
  readonly code: FailureCode | 'network'
  /** The error sentence in English for each invalid field. */
  readonly fields: Readonly<Record<string, string>>
  /** The errors of the invalid fields as codes. */
  readonly fieldErrors: NonNullable<FailureBody['fieldErrors']>
  /** For `second_factor_required`: the kinds of second factor that the person can use. */
  readonly secondFactors: NonNullable<FailureBody['secondFactors']>
  /** For `khateeb_unavailable`: the availability rule of the khateeb that forbids the invite. */
  readonly rule: FailureBody['rule'] | undefined
  /** The earlier act, by a member of the calling masjid, that made the call fail. */
  readonly by: FailureBody['by'] | undefined
  /** For a call about several khateebs or slots: the khateeb and the slot for which the call fails. */
  readonly about: FailureBody['about'] | undefined
  /** The seconds to wait before a retry, if the response has them. */
  readonly retryAfter: number | undefined

  constructor(status: number, code: FailureCode | 'network', message: string, rest: FailureDetails = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = rest.fields ?? {}
    this.fieldErrors = rest.fieldErrors ?? {}
    this.secondFactors = rest.secondFactors ?? []
    this.rule = rest.rule
    this.by = rest.by
    this.about = rest.about
    this.retryAfter = rest.retryAfter
  }
}

interface FailureDetails extends Pick<FailureBody, 'fields' | 'fieldErrors' | 'secondFactors'> {
  readonly rule?: FailureBody['rule'] | undefined
  readonly by?: FailureBody['by'] | undefined
  readonly about?: FailureBody['about'] | undefined
  readonly retryAfter?: number | undefined
}

/** The part of `fetch`'s Response that the client uses. */
interface FetchResponse {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** The part of `fetch`'s RequestInit that the client uses. */
interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
}

export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

interface ClientOptions {
  /** Origin of the server without a trailing slash; empty for the page's own origin. */
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly headers?: Readonly<Record<string, string>>
}

/** One page of a list. `nextCursor` is null on the last page. */
export interface Page<Item> {
  readonly items: Item
  readonly nextCursor: string | null
}

export interface Client {
  /** Makes a call. Rejects with CallFailed. A retry with the same `idempotencyKey` has no further effect. */
  call<Sent, Input, Output>(
    endpoint: Endpoint<Sent, Input, Output>,
    sent: Sent,
    idempotencyKey?: string,
  ): Promise<Output>
  /** Fetches one page of a paged list. Rejects with CallFailed. */
  page<Sent, Input, Output>(endpoint: Endpoint<Sent, Input, Output>, sent: Sent): Promise<Page<Output>>
}

/** Creates the API client that the page, the demo tool and the tests share. */
export function createClient(options: ClientOptions): Client {
  async function page<Sent, Input, Output>(
    endpoint: Endpoint<Sent, Input, Output>,
    sent: Sent,
    idempotencyKey?: string,
  ): Promise<Page<Output>> {
    const { url, body } = urlAndBody(endpoint, sent)
    const { response, text } = await options
      .fetch(options.baseUrl + url, {
        method: endpoint.method,
        headers: {
          ...options.headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body }),
      })
      // Reads the body here, so that `catch` also handles a connection that fails while the body arrives.
      .then(async (received) => ({ response: received, text: await received.text() }))
      .catch(() => {
        throw new CallFailed(0, 'network', 'Network error. Please check your connection.')
      })
    if (!response.ok) throw callFailedFrom(response, text)
    const items: Output = JSON.parse(text)
    return { items, nextCursor: response.headers.get('x-next-cursor') }
  }
  return { call: async (...sent) => (await page(...sent)).items, page }
}

/** Puts each field of the flat input into the path, the query (GET) or the body. */
function urlAndBody(endpoint: Endpoint, sent: unknown) {
  const rest = new Map(Object.entries(sent ?? {}).filter(([, value]) => value !== undefined))
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  if (endpoint.method !== 'GET') return { url: path, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = [...rest].map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return { url: query === '' ? path : `${path}?${query}`, body: undefined }
}

function callFailedFrom(response: FetchResponse, text: string): CallFailed {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const rest = { retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined }
  const body = parseFailureBody(text)
  if (body !== undefined) return new CallFailed(response.status, body.code, body.error, { ...body, ...rest })
  const message = 'The service is busy or restarting. Please try again in a moment.'
  return new CallFailed(response.status, 'unavailable', message, rest)
}

/** Parses the body of an error response. Undefined if the body is not from this API: a proxy may have sent it. */
function parseFailureBody(text: string): FailureBody | undefined {
  try {
    const body: FailureBody = JSON.parse(text)
    return typeof body.code === 'string' && typeof body.error === 'string' ? body : undefined
  } catch {
    return undefined
  }
}
