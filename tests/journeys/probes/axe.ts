import { join } from 'node:path'
import type { Result } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { repositoryFolder } from '../../../tools/build/repository-paths.ts'

/** Two modes cover light and dark, phone and desktop, left-to-right and right-to-left. */
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
 * Adds axe to all documents that a browser context opens from now on. Sending axe's source to each document separately would
 * take the browser longer than axe's checks.
 */
export function addAxe(context: BrowserContext): Promise<unknown> {
  return context.addInitScript({ path: join(repositoryFolder, 'node_modules/axe-core/axe.min.js') })
}

/** Returns axe's violations on the current screen in each display mode. Leaves the page in the first mode. */
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
  // Wait until no text is fading in, because such text has too little contrast. The page has reduced motion, in which an animation lasts
  // 1 ms (web/ui/base.css).
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((it) => it.effect?.getTiming().duration !== 1 || it.playState !== 'running'),
  )
  const violations = await page.evaluate<Result[]>(
    `axe.run({ resultTypes: ['violations'] }).then((it) => it.violations)`,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html).join(' ')}`)
}
