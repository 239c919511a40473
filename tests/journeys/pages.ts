import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Site, signInOn } from '../runtime/browser.ts'
import type { Person } from '../runtime/people.ts'

/** A page of a browser of its own, with somebody signed in; at an address, where one is given. */
export async function openAs(site: Site, person: Person, address?: string): Promise<Page> {
  const page = await site.open()
  await signInOn(page, person)
  if (address !== undefined) await page.goto(address)
  return page
}

/** The card whose heading this is. */
export function card(page: Page, heading: string): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) })
}

/** Loads the screen anew, and finds it saying what it said before. */
export async function expectSameAfterReload(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const before = await main.ariaSnapshot()
  await page.reload()
  await expect.poll(() => main.ariaSnapshot()).toBe(before)
}

/** Resolves when all that has come until now is drawn. */
export function untilPainted(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

/** Resolves when the page's own code has taken over what the document came with. */
export async function untilHydrated(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('screen').length)).toBe(1)
}

/** Resolves when scripts have come that a page loads behind its screen. */
export async function untilScriptsLoaded(page: Page, ...scripts: readonly string[]): Promise<void> {
  const come = () => page.evaluate(() => performance.getEntriesByType('resource').map((it) => it.name))
  for (const script of scripts)
    await expect.poll(come).toContainEqual(expect.stringContaining(`/assets/${script}-`))
}

/**
 * Has documents come as after a link on another site, to which a browser sends no session: without the caller's screen and
 * answers, which the page then asks for itself.
 */
export async function withoutServerRendering(page: Page): Promise<void> {
  await page.route('**', async (route, request) => {
    if (request.resourceType() !== 'document') return route.fallback()
    const headers = { ...(await request.allHeaders()), cookie: 'none=sent', 'sec-fetch-site': 'cross-site' }
    return route.fulfill({ response: await route.fetch({ headers, maxRedirects: 0 }) })
  })
}
