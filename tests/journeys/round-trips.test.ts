import { EventEmitter, once } from 'node:events'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { landingPaths } from '../../contract/screen-paths.ts'
import { openSite, withPreloadedScreens } from '../runtime/browser.ts'
import { khateebScreens, masjidScreens, newPair } from './every-screen.ts'
import { gotoUntilQuiet, openAs } from './pages.ts'

// Preload the scripts of screens. Otherwise the page may be idle before a screen's scripts have loaded and made their calls.
const site = withPreloadedScreens(await openSite())
const pair = await newPair(site.url)

const isCall = (request: Request) => ['fetch', 'xhr'].includes(request.resourceType())

/** Returns a function that waits until the page is idle and loads nothing except held calls. */
function watchLoading(page: Page, held: ReadonlySet<Request>): () => Promise<void> {
  const loading = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') loading.add(request)
  })
  page.on('requestfinished', (request) => loading.delete(request))
  page.on('requestfailed', (request) => loading.delete(request))
  const isBusy = () => [...loading].some((it) => !held.has(it))
  const idle = () => page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  return async () => {
    do {
      await expect.poll(isBusy).toBe(false)
      await idle()
      await idle()
    } while (isBusy())
  }
}

/**
 * Goes from a home screen to an address, as a press on a link does. Returns the calls that the screen made only after the responses to
 * other calls.
 */
async function laterCalls(page: Page, home: string, address: string): Promise<string[]> {
  await gotoUntilQuiet(page, home)
  const held = new Set<Request>()
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  const later: string[] = []
  let isOpen = false
  const untilQuiet = watchLoading(page, held)
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (isCall(request) && isOpen) later.push(new URL(request.url()).pathname)
    if (isCall(request) && !isOpen) {
      held.add(request)
      await opened
      held.delete(request)
    }
    await route.continue()
  })
  await page.evaluate((to) => {
    history.pushState({ idx: Number(history.state?.idx ?? 0) + 1, key: 'next', usr: null }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, address)
  await untilQuiet()
  isOpen = true
  gate.emit('open')
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && document.querySelector('[aria-label="Loading…"]') === null,
  )
  await untilQuiet()
  await page.unrouteAll({ behavior: 'wait' })
  page.removeAllListeners()
  return later
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
