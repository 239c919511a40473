import { createClient, type Page } from '../../contract/client.ts'
import type { Endpoint } from '../../contract/endpoint.ts'

const client = createClient({ baseUrl: '', fetch: (url, init) => fetch(url, init) })

/** Makes a call to the page's own server; rejects with CallFailed. The session travels in its cookie. */
export function call<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  sent: Sent,
): Promise<Output> {
  return client.call(endpoint, sent)
}

/** The same for one page of a list. */
export function callPage<Sent, Input, Output>(
  endpoint: Endpoint<Sent, Input, Output>,
  sent: Sent,
): Promise<Page<Output>> {
  return client.page(endpoint, sent)
}
