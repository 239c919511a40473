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
 * The header that names the screen's party; until the session is known, the address's party. Server-side rendering sends the header of
 * the document's request.
 */
function actingHeader(): Readonly<Record<string, string>> {
  const uid = expectedUid ?? (import.meta.env.SSR ? null : actingUidIn(window.location.search))
  return uid === null ? {} : { [actingUidHeader]: uid }
}

/**
 * With every call, sends the uid that the screen shows as signed in. If another user has signed in from another tab, the server then
 * refuses this tab's calls.
 */
export function useExpectedUid(uid: string | undefined): void {
  // A layout effect runs before the effects in which the screen's components make their first calls.
  useLayoutEffect(() => {
    setExpectedUid(uid)
    return () => setExpectedUid(undefined)
  }, [uid])
}

/** Sets the uid that later calls send; undefined sends none, and the session alone decides. */
export function setExpectedUid(uid: string | undefined): void {
  expectedUid = uid
}

/**
 * Calls the page's own server; rejects with CallFailed. If the session has expired, the call waits until the user has signed in
 * again. A change whose answer was lost is retried once under the same Idempotency-Key, so it takes effect only once.
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

/** Retries a change once if its outcome is unknown, or if the server answers 503 with a Retry-After. */
async function withOneRetry<Answer>(make: () => Promise<Answer>): Promise<Answer> {
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
 * Runs a function whose calls the user has not asked for. If the session has expired, they reject with `not_signed_in`, and no
 * dialog opens. This concerns only the calls that the function makes before it returns.
 */
export function callInBackground<Result>(makeCalls: () => Result): Result {
  isInBackground = true
  try {
    return makeCalls()
  } finally {
    isInBackground = false
  }
}

/** 128 random bits. `crypto.randomUUID` isn't available over plain HTTP. */
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
 * Repeats a call that was answered 401, once the user has signed in again. That is safe, since the server checks the session before
 * anything else.
 */
async function withReauthentication<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  const mayAsk = !isInBackground
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'session_changed') return reloadPage()
    if (error.code !== 'not_signed_in' || !mayAsk || !(await reauthenticate())) throw await translated(error)
  }
  return make().catch(async (error: unknown) => {
    throw error instanceof CallFailed ? await translated(error) : error
  })
}

/** Reloads, since another user has signed in from another tab. Never resolves: the reload discards everything that waits for it. */
function reloadPage(): Promise<never> {
  reloadForFirstParty()
  return new Promise(() => {})
}

/** The failure with the page's sentences in place of the server's, which are always in English. */
async function translated(failure: CallFailed): Promise<CallFailed> {
  const { status, code, fieldErrors, secondFactors, by, about, retryAfter } = failure
  const [message, fields] = await Promise.all([messageOf(failure), fieldMessagesOf(failure)])
  return new CallFailed(status, code, message, { fields, fieldErrors, secondFactors, by, about, retryAfter })
}

// If the page's sentences fail to load, the server's are shown.

async function messageOf({ code, rule, message }: CallFailed): Promise<string> {
  if (code === 'network') return networkFailureMessage()
  const module = await import('./failure-messages.ts').catch(() => undefined)
  return module?.sentenceOf(code, rule) ?? message
}

async function fieldMessagesOf({ fields, fieldErrors }: CallFailed): Promise<CallFailed['fields']> {
  if (Object.keys(fields).length === 0) return fields
  const module = await import('./field-error-messages.ts').catch(() => undefined)
  return module?.fieldMessages(fields, fieldErrors) ?? fields
}
