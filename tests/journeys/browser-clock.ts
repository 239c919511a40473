import type { Page } from 'playwright-core'

/** Advances a page's installed clock by a minute, so that every running timer fires, and pauses it. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
}
