import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { mapConcurrently } from '../demo/map-concurrently.ts'
import { demoPassword } from '../demo/people.ts'
import { startProgress } from '../terminal/progress.ts'
import { fileOf, type Picture, type Scheme, shotsFolder, sizes, type Viewport } from './picture.ts'
import type { Screen, Viewer } from './screen.ts'
import type { Fixtures } from './fixtures.ts'

interface Wanted {
  readonly screens: readonly Screen[]
  readonly viewports: readonly Viewport[]
  readonly schemes: readonly Scheme[]
}

/** A browser on a small machine draws a few screens at a time. */
const atOnce = 3

/** A screen that is taller is cut off: what matters is above. */
const tallest = 2_400

/** How long, in milliseconds, a screen may take to come to rest. */
const screenTimeout = 10_000

/** Takes the pictures, says of which screens it could not, and gives those that it took. */
export async function takePictures(browser: Browser, fixtures: Fixtures, wanted: Wanted): Promise<Picture[]> {
  await mkdir(shotsFolder, { recursive: true })
  const { screens, viewports, schemes } = wanted
  const sittings = screens.flatMap((screen) => viewports.map((viewport) => ({ screen, viewport })))
  const progress = startProgress('Screens', sittings.length)
  const taken = await mapConcurrently(sittings, atOnce, async ({ screen, viewport }) => {
    const context = await browser.newContext({
      baseURL: fixtures.url,
      viewport: sizes[viewport],
      reducedMotion: 'reduce',
      hasTouch: viewport === 'phone',
    })
    try {
      const page = await open(context, fixtures, screen.viewer)
      await show(page, fixtures, screen)
      return await takeIn(page, { screen: screen.name, viewport }, schemes)
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

async function open(context: BrowserContext, fixtures: Fixtures, viewer: Viewer): Promise<Page> {
  if (viewer !== 'signedOut') {
    const data = { email: fixtures[viewer].email, password: demoPassword }
    await context.request.post('/identity/sign_in', { headers: { origin: fixtures.url }, data })
  }
  return context.newPage()
}

/** Brings a screen into its state. */
async function show(page: Page, fixtures: Fixtures, screen: Screen): Promise<void> {
  page.setDefaultTimeout(screenTimeout)
  await screen.before?.(page)
  const path = typeof screen.path === 'string' ? screen.path : screen.path(fixtures)
  await page.goto(path, { waitUntil: screen.held === true ? 'load' : 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await screen.act?.(page)
}

/** Takes what stands there in every scheme. */
async function takeIn(
  page: Page,
  what: Omit<Picture, 'scheme'>,
  schemes: readonly Scheme[],
): Promise<Picture[]> {
  const pictures = schemes.map((scheme) => ({ ...what, scheme }))
  await comeToRest(page)
  await unroll(page, what.viewport)
  for (const picture of pictures) {
    await page.emulateMedia({ colorScheme: picture.scheme })
    await comeToRest(page)
    await page.screenshot({ path: join(shotsFolder, fileOf(picture)) })
  }
  return pictures
}

/** Makes the window as tall as the screen, so that a bar at its foot hides nothing; unless something lies over it. */
async function unroll(page: Page, viewport: Viewport): Promise<void> {
  if (await page.locator('[role$=dialog]').isVisible()) return
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ ...sizes[viewport], height: Math.min(tallest, height) })
}

/** Waits until what is shown has been drawn: fonts, drawings, and colours that fade. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate('document.fonts.ready')
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))')
  const fading = 'document.getAnimations().filter((it) => it instanceof CSSTransition)'
  await page.evaluate(`Promise.allSettled(${fading}.map((it) => it.finished))`)
}
