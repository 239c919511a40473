import type { Locator, Page } from 'playwright-core'

/** Counts the requests for `address`, from all pages of the page's browser context. */
export function countRequests(page: Page, address: RegExp): () => number {
  let count = 0
  page.context().on('request', (request) => {
    if (address.test(new URL(request.url()).pathname)) count += 1
  })
  return () => count
}

/** Resolves when the screen has received the live update about the change that `act` makes. */
export async function untilChangeReceived(page: Page, act: () => Promise<unknown>): Promise<void> {
  const heard = page.evaluate(
    () =>
      new Promise((resolve) => {
        new BroadcastChannel('minbar-changes').addEventListener('message', ({ data }) => {
          if (data.kind === 'changed') resolve(undefined)
        })
      }),
  )
  await act()
  await heard
}

/** Reports a change to the screen, as the tab that has the browser's connection for live updates does. */
export function reportChange(page: Page): Promise<void> {
  return page.evaluate(() => new BroadcastChannel('minbar-changes').postMessage({ kind: 'changed' }))
}

/** Runs the page's clock until `happened` resolves. */
export async function runClockUntil(page: Page, happened: Promise<unknown>): Promise<void> {
  const state = { hasHappened: false }
  void happened.then(() => void (state.hasHappened = true))
  while (!state.hasHappened) await page.clock.runFor(200)
}

/** Runs the page's clock only until an element is shown. */
export async function runClockUntilShown(page: Page, element: Locator): Promise<void> {
  while ((await element.count()) === 0) await page.clock.runFor(100)
}

/** Hides the page as if the user left the tab, or shows it again. */
export function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}
