import { EventEmitter, once } from 'node:events'
import type { Page, Route } from 'playwright-core'

/** Requests or responses of a page that wait until they are released. */
export interface Held {
  /** Returns the number of held requests or responses, from all documents of the page. */
  readonly count: () => number
  /** Sends the held requests or responses. Later ones are not held. */
  readonly release: () => void
}

type Address = Parameters<Page['route']>[0]

/** Holds a page's requests for a URL pattern until they are released. */
export function holdRequests(page: Page, address: Address): Promise<Held> {
  return hold(page, address, async (route) => () => route.continue())
}

/** Holds the server's responses to a page's requests for a URL pattern until they are released. */
export function holdResponses(page: Page, address: Address): Promise<Held> {
  return hold(page, address, async (route) => {
    const response = await route.fetch()
    return () => route.fulfill({ response })
  })
}

/** @param prepare runs before the wait, and returns the function to call after the wait */
async function hold(
  page: Page,
  address: Address,
  prepare: (route: Route) => Promise<() => Promise<void>>,
): Promise<Held> {
  let count = 0
  const gate = new EventEmitter()
  const isOpen = once(gate, 'open')
  await page.route(address, async (route) => {
    const finish = await prepare(route)
    count += 1
    await isOpen
    await finish()
  })
  return { count: () => count, release: () => void gate.emit('open') }
}
