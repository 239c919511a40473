import { useLayoutEffect } from 'react'
import { CallFailed, createClient, type Page, uidHeader } from '../../contract/client.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { signedInAgain } from './signing-in-again.ts'
import { takeStarted } from './started.ts'

let shownUid: string | undefined

const client = createClient({
  baseUrl: '',
  fetch: (url, { headers, ...init }) =>
    takeStarted(url, init.body) ??
    fetch(url, {
      ...init,
      headers: shownUid === undefined ? headers : { ...headers, [uidHeader]: shownUid },
    }),
})

/** While a screen shows somebody as signed in, its calls say so: none is made as whoever has signed in elsewhere since. */
export function useCallsOf(uid: string | undefined): void {
  // Before the effects in which what is on the screen begins to call.
  useLayoutEffect(() => {
    callAs(uid)
    return () => callAs(undefined)
  }, [uid])
}

/** Of the calls from here on; without a uid they are of whoever is signed in. */
export function callAs(uid: string | undefined): void {
  shownUid = uid
}

/**
 * Makes a call to the page's own server; rejects with CallFailed. The session travels in its cookie; where it has ended
 * the call waits until the person is back.
 */
export function call<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  sent: Sent,
): Promise<Output> {
  return inSession(() => client.call(endpoint, sent))
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
    if (error.code !== 'not_signed_in' || !(await signedInAgain())) throw error
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
  const { status, code, message, retryAfter } = error
  throw new CallFailed(status, code, message, { fields: await translated(error.fields), retryAfter })
}

async function translated(fields: CallFailed['fields']): Promise<CallFailed['fields']> {
  // Where the page's words can't be had, the server's are better than none.
  const ours = await import('./field-sentences.ts').catch(() => undefined)
  return ours?.fieldsInOurWords(fields) ?? fields
}
