import type { Page } from 'playwright-core'
import { type Site, signInOn } from '../../runtime/browser.ts'
import type { TestAccount } from '../../runtime/people.ts'
import { openScreen } from '../every-screen.ts'
import { runningAnimations } from './animations.ts'
import { addAxe, axeViolations } from './axe.ts'
import { borderlessControls } from './forced-colors.ts'
import { layoutProblems } from './layout.ts'
import { structureProblems } from './structure.ts'
import { scrambledTexts } from './text-direction.ts'

/**
 * Each probe returns the problems of the current screen. `layout` and `axe` change the viewport. `axe` also changes the color scheme and
 * the text direction.
 */
const probes = {
  animation: runningAnimations,
  structure: structureProblems,
  'text direction': scrambledTexts,
  'forced colors': borderlessControls,
  layout: layoutProblems,
  axe: axeViolations,
}

/** Opens a page of a phone's size for the probes. If a person is given, the page has the person's session. */
export async function openPageForProbes(site: Site, person?: TestAccount): Promise<Page> {
  const page = await site.open({ viewport: { width: 360, height: 780 }, colorScheme: 'light' })
  await addAxe(page.context())
  if (person !== undefined) await signInOn(page, person)
  return page
}

/** Applies all probes to the current screen, except the probes in `except`. Each returned problem begins with the name of its probe. */
export async function screenProblems(
  page: Page,
  except: readonly (keyof typeof probes)[] = [],
): Promise<string[]> {
  const found: string[] = []
  for (const [name, probe] of Object.entries(probes)) {
    const problems = except.some((it) => it === name) ? [] : await probe(page)
    found.push(...problems.map((problem) => `${name}: ${problem}`))
  }
  return found
}

/** Opens each screen, probes it, and returns the problems by screen. */
export async function problemsOn(
  page: Page,
  screens: readonly string[],
  probe: (page: Page) => Promise<string[]> = screenProblems,
  open = openScreen,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const screen of screens) {
    await open(page, screen)
    const onScreen = await probe(page)
    if (onScreen.length > 0) found[screen] = onScreen
  }
  return found
}
