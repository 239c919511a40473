import { useLayoutEffect } from 'react'
import { CallFailed, createClient, type Page, expectedUidHeader } from '../../contract/client.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { caller } from './caller.ts'
import { reauthenticate } from './reauthentication.ts'

let shownUid: string | undefined

const client = createClient({
  baseUrl: '',
  fetch: (url, { headers, ...init }) =>
    caller().fetch(url, {
      ...init,
      headers: shownUid === undefined ? headers : { ...headers, [expectedUidHeader]: shownUid },
    }),
})

/** While a screen shows somebody as signed in, its calls say so: none is made as whoever has signed in elsewhere since. */
export function useShownUid(uid: string | undefined): void {
  // Before the effects in which what is on the screen begins to call.
  useLayoutEffect(() => {
    setShownUid(uid)
    return () => setShownUid(undefined)
  }, [uid])
}

/** Of the calls from here on; without a uid they are of whoever is signed in. */
export function setShownUid(uid: string | undefined): void {
  shownUid = uid
}

/**
 * Makes a call to the page's own server; rejects with CallFailed. The session travels in its cookie; where it has ended
 * the call waits until the person is back. A change that may be lost on the way is made once more under its own
 * Idempotency-Key, so that it has one effect.
 */
export function call<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  sent: Sent,
): Promise<Output> {
  if (endpoint.method === 'GET') return inSession(() => client.call(endpoint, sent))
  const key = newKey()
  return inSession(() => retriedOnce(() => client.call(endpoint, sent, key)))
}

/** Seconds to wait at most before the one retry, whatever the server asks for. */
const waitAtMost = 5

/** Retries a change once where its outcome isn't known, or where the server says when to come again (503). */
async function retriedOnce<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make()
  } catch (error) {
    const wait = error instanceof CallFailed ? waitBefore(error) : undefined
    if (wait === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Math.min(wait, waitAtMost)))
    return make()
  }
}

/** Seconds; undefined where a retry is of no use, as it is while the browser is offline. */
function waitBefore({ status, retryAfter }: CallFailed): number | undefined {
  if (status === 0) return navigator.onLine ? 1 : undefined
  return status === 503 ? retryAfter : undefined
}

/** 128 random bits. `crypto.randomUUID` is for https alone. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}

/** The same for one page of a list. */
export function callPage<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  sent: Sent,
): Promise<Page<Output>> {
  return inSession(() => client.page(endpoint, sent))
}

/** A call that is answered 401 has done nothing (the server looks at who calls first), so it may be made again. */
async function inSession<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make().catch(inOurWords)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    if (error.code === 'session_changed') return startAnew()
    if (error.code !== 'not_signed_in' || !(await reauthenticate())) throw error
  }
  return make().catch(inOurWords)
}

/** Somebody else has signed in, in another tab: nothing here is theirs. Never resolves, as nothing is left to be told. */
function startAnew(): Promise<never> {
  window.location.reload()
  return new Promise(() => {})
}

/** What the server says of single fields is in English, whatever the page speaks. */
async function inOurWords(error: unknown): Promise<never> {
  if (!(error instanceof CallFailed) || Object.keys(error.fields).length === 0) throw error
  const { status, code, message, faults, retryAfter } = error
  throw new CallFailed(status, code, message, { fields: await translated(error), faults, retryAfter })
}

async function translated({ fields, faults }: CallFailed): Promise<CallFailed['fields']> {
  // Where the page's words can't be had, the server's are better than none.
  const ours = await import('./field-sentences.ts').catch(() => undefined)
  return ours?.sentencesOfFields(fields, faults) ?? fields
}
