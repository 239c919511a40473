import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { disableServerRendering } from '../browser/disable-server-rendering.ts'
import { mapConcurrently } from '../demo/map-concurrently.ts'
import { demoPassword } from '../demo/people.ts'
import { startProgress } from '../terminal/progress.ts'
import type { Fixtures } from './fixtures.ts'
import {
  fileOf,
  type Screenshot,
  schemes,
  shotsFolder,
  type Viewport,
  viewportSizes,
  viewports,
} from './screenshot.ts'
import type { ScreenshotCase, ScreenshotViewer } from './screenshot-case.ts'

/** The number of screens that are opened at the same time. It is low, so that a small machine can render them. */
const concurrency = 3

/** The greatest height of a screenshot in pixels. Taller screens are cut off. */
const maxHeight = 2_400

/** The timeout of a screen, in milliseconds. */
const screenTimeout = 10_000

/** Takes the screenshots and returns them. If a screen fails, reports it and continues. */
export async function takeScreenshots(
  browser: Browser,
  fixtures: Fixtures,
  screens: readonly ScreenshotCase[],
): Promise<Screenshot[]> {
  await mkdir(shotsFolder, { recursive: true })
  const views = screens.flatMap((screen) => viewports.map((viewport) => ({ screen, viewport })))
  const progress = startProgress('Screens', views.length)
  const taken = await mapConcurrently(views, concurrency, async ({ screen, viewport }) => {
    const context = await browser.newContext({
      baseURL: fixtures.url,
      viewport: viewportSizes[viewport],
      reducedMotion: 'reduce',
      hasTouch: viewport === 'phone',
    })
    try {
      const page = await openPage(context, fixtures, screen.viewer)
      await openScreen(page, fixtures, screen)
      return await takeScreenshotInSchemes(page, { screen: screen.name, viewport })
    } catch (error) {
      progress.say(`${screen.name} on a ${viewport}: ${String(error).split('\n')[0]}`)
      return []
    } finally {
      await context.close()
      progress.step()
    }
  })
  progress.end()
  return taken.flat()
}

async function openPage(
  context: BrowserContext,
  fixtures: Fixtures,
  viewer: ScreenshotViewer,
): Promise<Page> {
  if (viewer !== 'signedOut') {
    const data = { email: fixtures[viewer].email, password: demoPassword }
    await context.request.post('/identity/sign_in', { headers: { origin: fixtures.url }, data })
  }
  return context.newPage()
}

/** Opens a screen and brings it into its state (`before`, `act`). */
async function openScreen(page: Page, fixtures: Fixtures, screen: ScreenshotCase): Promise<void> {
  page.setDefaultTimeout(screenTimeout)
  if (screen.before !== undefined) {
    // A server-rendered document would already have the responses that `before` delays or changes.
    await disableServerRendering(page)
    await screen.before(page)
  }
  const path = typeof screen.path === 'string' ? screen.path : screen.path(fixtures)
  // A screen with calls that never end (`held`) never becomes idle.
  await page.goto(path, { waitUntil: screen.held === true ? 'load' : 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await screen.act?.(page)
}

/** Takes a screenshot of the page in each color scheme. */
async function takeScreenshotInSchemes(page: Page, view: Omit<Screenshot, 'scheme'>): Promise<Screenshot[]> {
  const screenshots = schemes.map((scheme) => ({ ...view, scheme }))
  await waitUntilRendered(page)
  await fitWindowToScreen(page, view.viewport)
  for (const screenshot of screenshots) {
    await page.emulateMedia({ colorScheme: screenshot.scheme })
    await waitUntilRendered(page)
    await page.screenshot({ path: join(shotsFolder, fileOf(screenshot)) })
  }
  return screenshots
}

/** Makes the window as tall as the screen, so that a bottom bar covers nothing. Does nothing while a dialog is open. */
async function fitWindowToScreen(page: Page, viewport: Viewport): Promise<void> {
  if (await page.locator('[role$=dialog]').first().isVisible()) return
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ ...viewportSizes[viewport], height: Math.min(maxHeight, height) })
}

/** Waits for fonts, rendering and CSS transitions. */
async function waitUntilRendered(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))')
  const transitions = 'document.getAnimations().filter((it) => it instanceof CSSTransition)'
  await page.evaluate(`Promise.allSettled(${transitions}.map((it) => it.finished))`)
}
