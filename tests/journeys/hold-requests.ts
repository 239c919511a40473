import { EventEmitter, once } from 'node:events'
import type { Page } from 'playwright-core'

/** Requests of a page that wait until they are released. */
export interface HeldRequests {
  /** Returns the number of held requests, from all documents of the page. */
  readonly count: () => number
  /** Sends the held requests. Later requests are not held. */
  readonly release: () => void
}

/** Holds a page's requests for a URL pattern until they are released. */
export async function holdRequests(page: Page, address: Parameters<Page['route']>[0]): Promise<HeldRequests> {
  let count = 0
  const gate = new EventEmitter()
  const isOpen = once(gate, 'open')
  await page.route(address, async (route) => {
    count += 1
    await isOpen
    await route.continue()
  })
  return { count: () => count, release: () => void gate.emit('open') }
}
