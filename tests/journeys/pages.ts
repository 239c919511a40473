import type { Locator, Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import { checkForChanges } from '../../contract/live.ts'
import { countUnreadNews } from '../../contract/news.ts'
import { type Site, signInOn } from '../runtime/browser.ts'
import type { TestAccount } from '../runtime/people.ts'

/**
 * Opens a page with a person's session and in the person's time zone (or `browserZone`). Goes to an address, if
 * given.
 */
export async function openAs(
  site: Site,
  person: TestAccount,
  address?: string,
  browserZone?: string,
): Promise<Page> {
  const page = await site.open()
  await signInOn(page, person, browserZone)
  if (address !== undefined) await page.goto(address)
  return page
}

/** Opens a screen for members. Resolves after the bell's call, which is the last call that the screen makes without a press. */
export async function gotoUntilQuiet(page: Page, address: string): Promise<void> {
  await (await gotoUntilResponse(page, address, countUnreadNews.path)).finished()
}

/**
 * Opens a screen, and resolves when its stream of live updates is open. Use it before a test ends the session: if the server refuses the
 * page's first stream, the page may assume that there are too many streams, and then does not check whether the session has ended.
 */
export async function gotoUntilLive(page: Page, address: string): Promise<void> {
  await gotoUntilResponse(page, address, `${checkForChanges.path}?*`)
}

/** Opens a screen, and resolves with the response to its call of a path, which may be a pattern. */
async function gotoUntilResponse(page: Page, address: string, path: string): Promise<Response> {
  // Until the navigation is committed, a response may still be for the old document.
  await page.goto(address, { waitUntil: 'commit' })
  const response = await page.waitForResponse(`**${path}`)
  await page.waitForLoadState()
  return response
}

/** The server's response after an internal error, for `route.fulfill`. */
export const internalError = { status: 500, json: { error: 'Something went wrong.', code: 'internal' } }

/** Returns the card with this heading. */
export function card(page: Page, heading: string): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) })
}

/** Reloads the screen and expects the same accessibility tree. */
export async function expectSameAfterReload(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const before = await main.ariaSnapshot()
  await page.reload()
  await expect.poll(() => main.ariaSnapshot()).toBe(before)
}

/** Resolves when everything that has loaded is painted. */
export function untilPainted(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

/** Resolves when the document is hydrated. */
export async function untilHydrated(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('screen').length)).toBe(1)
}

/** Resolves when a page has preloaded these scripts. */
export async function untilScriptsLoaded(page: Page, ...scripts: readonly string[]): Promise<void> {
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map((it) => it.name))
  for (const script of scripts)
    await expect.poll(loaded).toContainEqual(expect.stringContaining(`/assets/${script}-`))
}

/** Advances a page's installed clock by a minute, so that timers of up to a minute fire. Then pauses the clock. */
export async function advanceAndPauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
}
