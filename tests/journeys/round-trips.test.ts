import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { landingPaths } from '../../contract/screen-paths.ts'
import { openSite, withPreloadedScreens } from '../runtime/browser.ts'
import { khateebScreens, masjidScreens, newPair } from './every-screen.ts'
import { gotoUntilQuiet, openAs } from './pages.ts'

// Preload the scripts of screens. Otherwise the page may be idle before a screen's scripts have loaded and made their calls.
const site = withPreloadedScreens(await openSite())
const pair = await newPair(site.url)

/** Returns a function that waits until the page is idle and loads nothing. Calls that `holdCalls` holds don't count. */
function watchLoading(page: Page): () => Promise<void> {
  const loading = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') loading.add(request)
  })
  page.on('requestfinished', (request) => loading.delete(request))
  page.on('requestfailed', (request) => loading.delete(request))
  const idle = () => page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  return async () => {
    do {
      await expect.poll(() => loading.size).toBe(0)
      await idle()
      await idle()
    } while (loading.size > 0)
  }
}

/**
 * Runs in the page. Holds the page's calls until `releaseCalls`. Playwright's routes see a call only some time after the page has made it,
 * so they could mistake a held call for a call that was made after the release.
 */
function holdCalls(): void {
  const fetchAtOnce = window.fetch.bind(window)
  const later: string[] = []
  const gate = new EventTarget()
  const released = new Promise((resolve) => gate.addEventListener('open', resolve))
  let isReleased = false
  window.fetch = async (address, init) => {
    if (isReleased) later.push(new Request(address).url)
    await released
    return fetchAtOnce(address, init)
  }
  Object.assign(window, {
    releaseCalls: () => {
      isReleased = true
      gate.dispatchEvent(new Event('open'))
    },
    /** Restores `fetch`. Returns the URLs of the calls that were made after the release. */
    restoreFetch: () => {
      window.fetch = fetchAtOnce
      return later
    },
  })
}

declare global {
  interface Window {
    releaseCalls: () => void
    restoreFetch: () => string[]
  }
}

/**
 * Goes from a home screen to an address, as a press on a link does. Returns the calls that the screen made only after the responses to
 * other calls.
 */
async function laterCalls(page: Page, home: string, address: string): Promise<string[]> {
  await gotoUntilQuiet(page, home)
  const untilQuiet = watchLoading(page)
  await page.evaluate(holdCalls)
  await page.evaluate((to) => {
    history.pushState({ idx: Number(history.state?.idx ?? 0) + 1, key: 'next', usr: null }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, address)
  await untilQuiet()
  await page.evaluate(() => window.releaseCalls())
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('[aria-label="Loading…"]') === null,
  )
  await untilQuiet()
  page.removeAllListeners()
  return page.evaluate(() => window.restoreFetch())
}

test.each(['khateeb', 'masjid'] as const)(
  'each screen that a %s opens from the home screen makes all its calls in parallel',
  { timeout: 240_000 },
  async (role) => {
    const page = await openAs(site, pair[role])
    const addresses = role === 'khateeb' ? khateebScreens(pair) : masjidScreens(pair)
    const found: Record<string, string[]> = {}
    for (const address of addresses.filter((it) => it !== landingPaths[role])) {
      const later = await laterCalls(page, landingPaths[role], address)
      if (later.length > 0) found[address] = later
    }
    expect(found).toEqual({})
  },
)
