import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openScreen } from './every-screen.ts'

/** Two modes cover each of light and dark, phone and desktop, left-to-right and right-to-left. */
const displayModes = [
  { name: 'a phone, light', width: 360, height: 780, colorScheme: 'light', direction: 'ltr' },
  {
    name: 'a desktop, dark, from right to left',
    width: 1280,
    height: 900,
    colorScheme: 'dark',
    direction: 'rtl',
  },
] as const

/**
 * Browser options for the first display mode. Motion is reduced: axe would report contrast violations in the middle of
 * an animation.
 */
export const firstDisplayMode = {
  viewport: { width: displayModes[0].width, height: displayModes[0].height },
  colorScheme: displayModes[0].colorScheme,
  reducedMotion: 'reduce',
} satisfies BrowserContextOptions

/** Returns axe's violations on the current screen in each display mode. Expects and leaves the page in the first mode. */
export async function axeViolations(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const mode of displayModes) {
    await setDisplayMode(page, mode)
    const inMode = await violationsInCurrentMode(page)
    found.push(...inMode.map((violation) => `${mode.name}: ${violation}`))
  }
  await setDisplayMode(page, displayModes[0])
  return found
}

async function setDisplayMode(
  page: Page,
  { width, height, colorScheme, direction }: (typeof displayModes)[number],
) {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
}

async function violationsInCurrentMode(page: Page): Promise<string[]> {
  // Text that is fading in has too little contrast.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((it) => it.effect?.getTiming().duration !== 1 || it.playState !== 'running'),
  )
  // The non-legacy mode checks cross-origin frames too, but opens an extra page each time.
  const hasFrames = page.frames().length > 1
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(!hasFrames).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html).join(' ')}`)
}

/** Opens each screen and returns axe's violations by screen. */
export async function axeViolationsOn(
  page: Page,
  screens: readonly string[],
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const screen of screens) {
    await openScreen(page, screen)
    const onScreen = await axeViolations(page)
    if (onScreen.length > 0) found[screen] = onScreen
  }
  return found
}
