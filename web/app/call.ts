import { CallFailed, createClient, type Page } from '../../contract/client.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { signedInAgain } from './signing-in-again.ts'

const client = createClient({ baseUrl: '', fetch: (url, init) => fetch(url, init) })

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
    const hasEnded = error instanceof CallFailed && error.code === 'not_signed_in'
    if (!hasEnded || !(await signedInAgain())) throw error
  }
  return make().catch(inOurWords)
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
