import { useLayoutEffect } from 'react'
import { actingUidIn } from '../../contract/acting-party.ts'
import { actingUidHeader, CallFailed, createClient, type Page } from '../../contract/client.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { reloadForFirstParty } from './acting-party.ts'
import { documentContext } from './document-context.ts'
import { networkFailureMessage } from './failure-message.ts'
import { reauthenticate } from './reauthentication.ts'

let expectedUid: string | undefined

const client = createClient({
  baseUrl: '',
  fetch: (url, { headers, ...init }) =>
    documentContext().fetch(url, {
      ...init,
      headers: { ...headers, ...actingHeader() },
    }),
})

/**
 * Returns the header with the uid of the screen's party, or, until the session is known, of the party in the address. During
 * server-side rendering, returns no header, because the server's `fetch` sends the header of the document's request.
 */
function actingHeader(): Readonly<Record<string, string>> {
  const uid = expectedUid ?? (import.meta.env.SSR ? null : actingUidIn(window.location.search))
  return uid === null ? {} : { [actingUidHeader]: uid }
}

/**
 * While mounted, sends the uid of the screen's party with every call. If another user has signed in from another tab, the server then
 * refuses this tab's calls.
 */
export function useExpectedUid(uid: string | undefined): void {
  // This is a layout effect, so that it runs before the effects in which the screen's components make their first calls.
  useLayoutEffect(() => {
    setExpectedUid(uid)
    return () => setExpectedUid(undefined)
  }, [uid])
}

/** Sets the uid that later calls send. If undefined, later calls send the uid in the page's address, if any. */
export function setExpectedUid(uid: string | undefined): void {
  expectedUid = uid
}

/**
 * Calls the page's own server; rejects with CallFailed. If the session has expired, the call waits until the user has signed in again. A
 * change without a response, or with a 503 and a Retry-After, is retried once under the same Idempotency-Key, so it takes effect only once.
 */
export function call<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  sent: Sent,
): Promise<Output> {
  if (endpoint.method === 'GET') return withReauthentication(() => client.call(endpoint, sent))
  const key = newIdempotencyKey()
  return withReauthentication(() => withOneRetry(() => client.call(endpoint, sent, key)))
}

/** Upper limit, in seconds, of the wait before the retry, even if the server's Retry-After is longer. */
const maxRetryWait = 5

/** Retries a change once if it got no response while online, or if the server responded with 503 and a Retry-After. */
async function withOneRetry<Output>(make: () => Promise<Output>): Promise<Output> {
  try {
    return await make()
  } catch (error) {
    const wait = error instanceof CallFailed ? retryWait(error) : undefined
    if (wait === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Math.min(wait, maxRetryWait)))
    return make()
  }
}

/** Seconds to wait before the retry; undefined if a retry can't help, for example while the browser is offline. */
function retryWait({ status, retryAfter }: CallFailed): number | undefined {
  if (status === 0) return navigator.onLine ? 1 : undefined
  return status === 503 ? retryAfter : undefined
}

let isInBackground = false

/**
 * Runs `makeCalls`, whose calls are not caused by an action of the user. If the session has expired, the calls reject with
 * `not_signed_in`, and no sign-in dialog opens. Applies only to calls that `makeCalls` makes before it returns.
 */
export function callInBackground<Result>(makeCalls: () => Result): Result {
  isInBackground = true
  try {
    return makeCalls()
  } finally {
    isInBackground = false
  }
}

/** Returns 128 random bits. `crypto.randomUUID` isn't available over plain HTTP. */
function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** Like `call`, for one page of a list. */
export function callPage<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  sent: Sent,
): Promise<Page<Output>> {
  return withReauthentication(() => client.page(endpoint, sent))
}

/**
 * Makes a call. If the call fails with `not_signed_in`, waits until the user has signed in again, and repeats the call. The repetition is
 * safe, because the server checks the session before it does anything else.
 */
async function withReauthentication<Output>(make: () => Promise<Output>): Promise<Output> {
  const mayAsk = !isInBackground
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'session_changed') return reloadPage()
    if (error.code !== 'not_signed_in' || !mayAsk || !(await reauthenticate()))
      throw await translateFailure(error)
  }
  return make().catch(async (error: unknown) => {
    throw error instanceof CallFailed ? await translateFailure(error) : error
  })
}

/**
 * Reloads the screen, because another user has signed in from another tab, or because the user is not a member of the party any more. Never
 * resolves, so that the caller does not continue.
 */
function reloadPage(): Promise<never> {
  reloadForFirstParty()
  return new Promise(() => {})
}

/** Replaces the server's sentences in a failure with the page's translated sentences, because the server's are always in English. */
async function translateFailure(failure: CallFailed): Promise<CallFailed> {
  const { status, code, fieldErrors, secondFactors, by, about, retryAfter } = failure
  const [message, fields] = await Promise.all([messageOf(failure), fieldMessagesOf(failure)])
  return new CallFailed(status, code, message, { fields, fieldErrors, secondFactors, by, about, retryAfter })
}

/** Returns the page's sentence for a failure. If the script with the page's sentences fails to load, returns the server's sentence. */
async function messageOf({ code, rule, message }: CallFailed): Promise<string> {
  if (code === 'network') return networkFailureMessage()
  const module = await import('./failure-messages.ts').catch(() => undefined)
  return module?.sentenceOf(code, rule) ?? message
}

async function fieldMessagesOf({ fields, fieldErrors }: CallFailed): Promise<CallFailed['fields']> {
  if (Object.keys(fields).length === 0) return fields
  const module = await import('./field-error-messages.ts').catch(() => undefined)
  return module?.messagesByField(fields, fieldErrors) ?? fields
}
