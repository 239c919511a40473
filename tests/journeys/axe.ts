import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openScreen } from './every-screen.ts'

/** How a screen is looked at. Each of light and dark, of phone and desktop, of both directions is among them. */
const looks = [
  { name: 'a phone, light', width: 360, height: 780, colorScheme: 'light', direction: 'ltr' },
  {
    name: 'a desktop, dark, from right to left',
    width: 1280,
    height: 900,
    colorScheme: 'dark',
    direction: 'rtl',
  },
] as const

/** What a browser is told from the start: the first look, without movement, in whose middle no contrast holds. */
export const firstDisplayMode = {
  viewport: { width: looks[0].width, height: looks[0].height },
  colorScheme: looks[0].colorScheme,
  reducedMotion: 'reduce',
} satisfies BrowserContextOptions

/** What axe finds on the screen as it stands, in each look, in words. The page is in its first look before and after. */
export async function axeViolations(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const look of looks) {
    await turnTo(page, look)
    const inLook = await findingsAsItStands(page)
    found.push(...inLook.map((finding) => `${look.name}: ${finding}`))
  }
  await turnTo(page, looks[0])
  return found
}

async function turnTo(page: Page, { width, height, colorScheme, direction }: (typeof looks)[number]) {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
}

async function findingsAsItStands(page: Page): Promise<string[]> {
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
export async function axeViolationsOn(page: Page, screens: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const screen of screens) {
    await openScreen(page, screen)
    const onScreen = await axeViolations(page)
    if (onScreen.length > 0) found[screen] = onScreen
  }
  return found
}
