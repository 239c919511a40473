import type { Endpoint } from './endpoint.ts'
import type { FailureBody, FailureCode } from './failures.ts'

/**
 * The header in which a call may say whose it is: where the session turns out to be another's, it is refused. The tabs of
 * a browser share its session, and each shows the one whom it was opened by.
 */
export const expectedUidHeader = 'x-minbar-uid'

/** A call that was answered with a failure, or (status 0) not answered at all. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly status: number
  readonly code: FailureCode | 'network'
  /** What is wrong with each field, in the server's English. */
  readonly fields: Readonly<Record<string, string>>
  /** The same as codes. */
  readonly faults: NonNullable<FailureBody['faults']>
  /** Seconds to wait before another try, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(status: number, code: FailureCode | 'network', message: string, rest: FailureRest = {}) {
    super(message)
    this.status = status
    this.code = code
    this.fields = rest.fields ?? {}
    this.faults = rest.faults ?? {}
    this.retryAfter = rest.retryAfter
  }
}

interface FailureRest {
  readonly fields?: FailureBody['fields'] | undefined
  readonly faults?: FailureBody['faults'] | undefined
  readonly retryAfter?: number | undefined
}

/** What a call was answered, as `fetch` gives it. */
interface Answer {
  readonly ok: boolean
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** A call, as `fetch` takes it. */
interface Asked {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
}

export type Fetch = (url: string, init: Asked) => Promise<Answer>

interface ClientOptions {
  /** Origin of the server, without a slash at its end; empty for the page's own. */
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly headers?: Readonly<Record<string, string>>
}

/** One page of a list, and the cursor of the next one where there is more. */
export interface Page<Item> {
  readonly items: Item
  readonly nextCursor: string | null
}

export interface Client {
  /** Makes a call; rejects with CallFailed. Made again under the same `idempotencyKey`, it has one effect. */
  call<Sent, Input, Output>(
    endpoint: Endpoint<Sent, Input, Output>,
    sent: Sent,
    idempotencyKey?: string,
  ): Promise<Output>
  /** The same for a paged list. */
  page<Sent, Input, Output>(endpoint: Endpoint<Sent, Input, Output>, sent: Sent): Promise<Page<Output>>
}

/** A client of the API: the page's, the demo tool's and the tests' one way to speak to a server. */
export function createClient(options: ClientOptions): Client {
  async function ask<Sent, Input, Output>(
    endpoint: Endpoint<Sent, Input, Output>,
    sent: Sent,
    idempotencyKey?: string,
  ): Promise<Page<Output>> {
    const { url, body } = place(endpoint, sent)
    const { answer, text } = await options
      .fetch(options.baseUrl + url, {
        method: endpoint.method,
        headers: {
          ...options.headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body }),
      })
      // The line may be cut in the middle of an answer, too.
      .then(async (received) => ({ answer: received, text: await received.text() }))
      .catch(() => {
        throw new CallFailed(0, 'network', 'Network error. Please check your connection.')
      })
    if (!answer.ok) throw failed(answer, text)
    const items: Output = JSON.parse(text)
    return { items, nextCursor: answer.headers.get('x-next-cursor') }
  }
  return {
    call: async (endpoint, sent, key) => (await ask(endpoint, sent, key)).items,
    page: (endpoint, sent) => ask(endpoint, sent),
  }
}

/** Puts each field of the flat input where it belongs: into the path, the query (GET) or the body. */
function place(
  endpoint: Endpoint,
  sent: unknown,
): { readonly url: string; readonly body: string | undefined } {
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

function failed(answer: Answer, text: string): CallFailed {
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
  const rest = { retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined }
  const body = read(text)
  return body === undefined
    ? new CallFailed(answer.status, 'unavailable', `Status ${answer.status}, and no word why.`, rest)
    : new CallFailed(answer.status, body.code, body.error, {
        ...rest,
        fields: body.fields,
        faults: body.faults,
      })
}

/** A proxy in between may answer with anything, so the body is looked at before it is believed. */
function read(text: string): FailureBody | undefined {
  try {
    const body: FailureBody = JSON.parse(text)
    return typeof body.code === 'string' && typeof body.error === 'string' ? body : undefined
  } catch {
    return undefined
  }
}
