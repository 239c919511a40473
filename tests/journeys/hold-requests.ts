import { EventEmitter, once } from 'node:events'
import type { Page } from 'playwright-core'

/** What a page asks for and doesn't get before it is let go. */
export interface HeldRequests {
  /** How often it was asked for, by whichever document. */
  readonly asked: () => number
  /** Lets go of it for good: of what is held, and of what is asked for afterwards. */
  readonly letGo: () => void
}

/** Holds back what a page asks for at an address. */
export async function holdRequests(page: Page, address: Parameters<Page['route']>[0]): Promise<HeldRequests> {
  let asked = 0
  const gate = new EventEmitter()
  const isOpen = once(gate, 'open')
  await page.route(address, async (route) => {
    asked += 1
    await isOpen
    await route.continue()
  })
  return { asked: () => asked, letGo: () => void gate.emit('open') }
}
