import type { ConsoleMessage, Page, Response } from 'playwright-core'
import { openScreen } from './every-screen.ts'

/** What was seen, by where it stood: the path of an answer, or the screen whose document or source it was. */
export type Seen = ReadonlyMap<string, string>

/** Everything that a browser gets to see on some screens: answers with their headers, the page's own source, what it keeps. */
export async function everythingOn(page: Page, screens: readonly string[]): Promise<Seen> {
  const seen = new Map<string, string>()
  const add = (where: string, what: string) => void seen.set(where, `${seen.get(where) ?? ''}${what}`)
  const bodies: Promise<void>[] = []
  let opened = ''
  const onResponse = (response: Response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/assets/')) return
    const where = response.request().isNavigationRequest() ? `source of ${opened}` : pathname
    const keep = async () => add(where, JSON.stringify(await response.allHeaders()) + (await response.text()))
    // What is still on its way as a screen is left never comes.
    bodies.push(keep().catch(() => undefined))
  }
  const onConsole = (message: ConsoleMessage) => add('console', message.text())
  page.on('response', onResponse)
  page.on('console', onConsole)
  for (const screen of screens) {
    opened = screen
    await openScreen(page, screen)
    await Promise.all(bodies)
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    add(`source of ${screen}`, (await page.content()) + stored)
  }
  await page.waitForLoadState('networkidle')
  page.off('response', onResponse)
  page.off('console', onConsole)
  await Promise.all(bodies)
  return seen
}

/** Where a secret stood. */
export function placesOf(seen: Seen, secret: RegExp | string): string[] {
  const places = [...seen].filter(([, what]) =>
    typeof secret === 'string' ? what.includes(secret) : secret.test(what),
  )
  return places.map(([where]) => where).toSorted()
}

/** The number of screens whose documents came with answers. A server that is too busy leaves it to the page to call for them. */
export function sourcesWithAnswers(seen: Seen): number {
  return placesOf(seen, / id=\\?"answers\\?"/u).length
}
