import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Disposable,
  Page,
} from 'playwright-core'

export interface PageOptions extends BrowserContextOptions {
  /** Whether pages preload screens. By default they don't, because the browser says that the user wants to save data. */
  readonly preloadsScreens?: boolean
  /** Whether pages refresh when the server reports a change. True by default. */
  readonly hasLiveUpdates?: boolean
}

/** A page in a browser context of its own. */
interface PooledPage {
  readonly page: Page
  readonly origin: string
  readonly options: PageOptions
  /** The scripts that tests have added to all documents. */
  readonly addedScripts: Promise<Disposable>[]
  /** Whether a test did something that `tryReset` cannot undo. */
  isSpent: boolean
}

/** Pages that wait for a test, the most recently used one last. */
const waitingPages: PooledPage[] = []

/** The maximum number of waiting pages. Each page takes about 100 MB. */
const maxWaiting = 6

/** The pages' settings, unless a test gives others. */
const defaults = {
  viewport: { width: 1_280, height: 720 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  forcedColors: 'none',
} as const

/** The sessions of the developer tools. Only the session that has set a page's time zone can change it again. */
const devToolsSessions = new WeakMap<Page, CDPSession>()

/** Returns the page's session of the developer tools. */
async function devToolsSessionOf(page: Page): Promise<CDPSession> {
  const session = devToolsSessions.get(page) ?? (await page.context().newCDPSession(page))
  devToolsSessions.set(page, session)
  return session
}

/**
 * Returns a signed-out page, and a function that gives it back. The page may be one that a test has given back. Such a page opens a
 * screen in a third of the processor time, because its process has already compiled the scripts.
 */
export async function borrowPage(
  browser: Browser,
  origin: string,
  options: PageOptions,
): Promise<{ page: Page; giveBack: () => Promise<void> }> {
  const index = waitingPages.findLastIndex((it) => it.origin === origin && isSame(it.options, options))
  const [found] = index === -1 ? [] : waitingPages.splice(index, 1)
  const pooled = found ?? (await newPage(browser, origin, options))
  return { page: pooled.page, giveBack: () => giveBack(pooled) }
}

function isSame(one: PageOptions, other: PageOptions): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Changes a page's time zone. If `timezoneId` is missing, restores the browser's own time zone. */
export async function setTimeZone(page: Page, timezoneId = ''): Promise<void> {
  const tools = await devToolsSessionOf(page)
  await tools.send('Emulation.setTimezoneOverride', { timezoneId })
}

/** Keeps the page for the next test, or closes its context if the page cannot be used again. */
async function giveBack(pooled: PooledPage): Promise<void> {
  const isReusable = !pooled.isSpent && !pooled.page.isClosed() && (await tryReset(pooled))
  if (isReusable) waitingPages.push(pooled)
  const unused = isReusable ? waitingPages.splice(0, Math.max(0, waitingPages.length - maxWaiting)) : [pooled]
  await Promise.all(unused.map(({ page }) => page.context().close()))
}

async function newPage(browser: Browser, origin: string, options: PageOptions): Promise<PooledPage> {
  const { preloadsScreens = false, hasLiveUpdates = true, ...contextOptions } = options
  const context = await browser.newContext({ baseURL: origin, ...defaults, ...contextOptions })
  await context.addInitScript(keepToastsOpen)
  if (!preloadsScreens) await context.addInitScript(turnOnSaveData)
  if (!hasLiveUpdates) await context.addInitScript(receiveNoEvents)
  await context.addInitScript(logViolations)
  const page = await context.newPage()
  // Open this session before `newCDPSession` is watched below. Otherwise the page would count as spent.
  await devToolsSessionOf(page)
  const pooled: PooledPage = { page, origin, options, addedScripts: [], isSpent: false }
  for (const target of [page, context]) collectScripts(target, pooled.addedScripts)
  const spend = () => {
    pooled.isSpent = true
  }
  onCallOf(page, ['exposeBinding', 'exposeFunction', 'addLocatorHandler'], spend)
  onCallOf(context, ['exposeBinding', 'exposeFunction', 'newCDPSession'], spend)
  onCallOf(page.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], spend)
  return pooled
}

/** Records in `scripts` each script that a test adds by `target.addInitScript`. */
function collectScripts(target: Page | BrowserContext, scripts: Promise<Disposable>[]): void {
  const add = target.addInitScript.bind(target)
  target.addInitScript = (...args) => {
    const script = add(...args)
    scripts.push(script)
    return script
  }
}

/** Calls `listener` before each call of these methods. */
function onCallOf<T extends object>(target: T, methods: readonly (keyof T)[], listener: () => void): void {
  for (const name of methods) {
    const method: unknown = target[name]
    if (typeof method !== 'function') throw new Error(`${String(name)} is not a method.`)
    const value = (...args: unknown[]): unknown => {
      listener()
      return Reflect.apply(method, target, args)
    }
    Object.defineProperty(target, name, { value })
  }
}

/** Undoes what a test did on a page. Returns whether that worked. */
async function tryReset(pooled: PooledPage): Promise<boolean> {
  try {
    await reset(pooled)
    return true
  } catch {
    return false
  }
}

async function reset({ page, origin, options, addedScripts }: PooledPage): Promise<void> {
  const context = page.context()
  removeListeners(page)
  await Promise.all([
    ...context.pages().map((it) => it !== page && it.close()),
    ...addedScripts.splice(0).map(async (script) => (await script).dispose()),
    context.setOffline(false),
  ])
  // Leave the document before removing the routes. This ends the requests that a test still holds. Otherwise they would reach the server.
  await leaveDocument(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const tools = await devToolsSessionOf(page)
  await tools.send('Page.resetNavigationHistory')
  await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await page.evaluate(() => sessionStorage.clear())
  await context.clearCookies()
  await context.clearPermissions()
  await setTimeZone(page)
  const { viewport, colorScheme, reducedMotion, forcedColors } = { ...defaults, ...options }
  await page.setViewportSize(viewport ?? defaults.viewport)
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors })
  await page.mouse.move(0, 0)
}

/** Removes the listeners that tests add. */
function removeListeners(page: Page): void {
  for (const event of [
    'console',
    'dialog',
    'pageerror',
    'request',
    'requestfailed',
    'requestfinished',
    'response',
  ])
    page.removeAllListeners(event)
  for (const event of ['page', 'request', 'response']) page.context().removeAllListeners(event)
}

/**
 * Opens a document that is not a screen. `about:blank` would end the page's process, because it has no Cross-Origin-Opener-Policy.
 */
export async function leaveDocument(page: Page): Promise<void> {
  if (page.url().endsWith('/healthz')) return
  await page.goto('/healthz', { timeout: 5_000 })
}

/** Runs in each document. Toasts close only when a test closes them: on a slow machine, a toast could close before the test sees it. */
function keepToastsOpen(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.Toastify__progress-bar--animated { animation-play-state: paused !important }')
  document.adoptedStyleSheets = [sheet]
}

/** Runs in each document. Makes the browser tell the page that the user wants to save data. */
function turnOnSaveData(): void {
  const { connection }: Navigator & { connection?: object } = navigator
  if (connection) Object.defineProperty(connection, 'saveData', { value: true })
}

/** Runs in each document. Replaces EventSource with one that never receives events. */
function receiveNoEvents(): void {
  class SilentEventSource extends EventTarget {
    close() {}
  }
  Object.assign(globalThis, { EventSource: SilentEventSource })
}

/** Runs in each document. Logs violations of the Content-Security-Policy. */
function logViolations(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
    console.error(`${effectiveDirective} forbids ${blockedURI} (${sourceFile})`),
  )
}
