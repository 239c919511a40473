import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { fromRightToLeft, openScreen } from './every-screen.ts'

/** How a screen is looked at. Each of light and dark, of phone and desktop, of both directions is among them. */
export const looks = [
  { name: 'a phone, light', width: 360, height: 780, colorScheme: 'light', direction: 'ltr' },
  {
    name: 'a desktop, dark, from right to left',
    width: 1280,
    height: 900,
    colorScheme: 'dark',
    direction: 'rtl',
  },
] as const

/** What a browser is told for a look; without movement, in whose middle no contrast holds. */
export function optionsFor({ width, height, colorScheme }: (typeof looks)[number]): BrowserContextOptions {
  return { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' }
}

/** Turns a page to the direction of a look. */
export async function turnTo(page: Page, { direction }: (typeof looks)[number]): Promise<Page> {
  if (direction === 'rtl') await fromRightToLeft(page)
  return page
}

/** What axe finds on the screen as it stands, in words. */
export async function findings(page: Page): Promise<string[]> {
  // In the middle of an entrance no contrast holds.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((it) => it.effect?.getTiming().duration !== 1 || it.playState !== 'running'),
  )
  // The newer mode, which looks into frames of other sites too, opens a page of its own each time.
  const hasFrames = page.frames().length > 1
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(!hasFrames).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html).join(' ')}`)
}

/** Opens each screen and gives what axe finds on any. */
export async function findingsOn(page: Page, screens: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const screen of screens) {
    await openScreen(page, screen)
    const onScreen = await findings(page)
    if (onScreen.length > 0) found[screen] = onScreen
  }
  return found
}
