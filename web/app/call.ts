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
    return await make()
  } catch (error) {
    const hasEnded = error instanceof CallFailed && error.code === 'not_signed_in'
    if (!hasEnded || !(await signedInAgain())) throw error
  }
  return make()
}
