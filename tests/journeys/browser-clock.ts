import type { Page } from 'playwright-core'

/** Has a page's clock, which was installed, stand in its future: whatever it has waited for until here is over. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
}
