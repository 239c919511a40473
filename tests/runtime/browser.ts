import { join } from 'node:path'
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core'
import { inject } from 'vitest'
import { getSession } from '../../contract/identity.ts'
import type { AppDependencies } from '../../server/app.ts'
import { launchChromium } from '../../tools/browser/chromium.ts'
import { startApp } from './app.ts'
import { closeWhenDone } from './close-when-done.ts'
import { borrowPage, leaveDocument, type PageOptions, setTimeZone } from './page-pool.ts'
import { password } from './people.ts'
import { newDatabase } from './postgres-database.ts'
import { startServer } from './server-process.ts'

/** The built page, served by an application, and a browser to open it. */
export type Site = Awaited<ReturnType<typeof siteAt>>

/**
 * Closes the open screen, and signs a person in. Sets the page's time zone to the person's, or to `browserZone`. If the screen stayed
 * open, it would notice the other account and reload. The reload would abort the next navigation.
 */
export async function signInOn(
  page: Page,
  person: { readonly email: string },
  browserZone?: string,
): Promise<void> {
  if (page.url() !== 'about:blank') await leaveDocument(page)
  await replaceSession(page, person, browserZone)
}

/** Like `signInOn`, but the open screen stays open. */
export async function replaceSession(
  page: Page,
  person: { readonly email: string },
  browserZone?: string,
): Promise<void> {
  const context = page.context()
  await context.clearCookies()
  const response = await context.request.post('/identity/sign_in', {
    // With an Origin header, the server sets the session as a cookie.
    headers: { origin: await originOf(context) },
    data: { email: person.email, password },
  })
  if (!response.ok()) throw new Error(`${person.email} could not sign in: ${await response.text()}`)
  const session: { timeZone: string } = await (await context.request.get(getSession.path)).json()
  await setTimeZone(page, browserZone ?? session.timeZone)
}

/** Returns the origin of the context's site. */
async function originOf({ request }: BrowserContext): Promise<string> {
  return new URL((await request.head('/healthz')).url()).origin
}

type Env = Readonly<Record<string, string>>

/**
 * Starts the application in this test process on a fresh database, and launches the browser. The end of the test or the file stops the
 * application. The application has no background jobs: it sends no letters.
 */
export async function openSite(env: Env = {}, parts: Partial<AppDependencies> = {}) {
  const app = await startApp({
    env: { PORT: nextPort(), ...env },
    parts: { pageFolder: join(inject('build'), 'web'), ...parts },
  })
  const site = await siteAt(env['PUBLIC_URL'] ?? app.baseUrl, () => {
    const stopped = app.stop()
    // Browsers keep idle connections open, and the server would wait for their end.
    app.closeConnections()
    return stopped
  })
  return { ...site, database: app.database, setNow: app.setNow }
}

/**
 * Like `openSite`, but runs the built product in a separate server process. The start of the process and its password hashes take time in
 * each file. So use this function only for tests of what `openSite` lacks:
 *
 * - the product's wiring, hash cost, admission gate and background jobs (built-server.test.ts)
 * - sent letters (letter-links, email-change, unverified-email, script-injection)
 * - the log of the process (contact-privacy)
 *
 * As with `openSite`, its pages have no live updates.
 */
export async function openSiteInServerProcess(env: Env = {}) {
  const server = await startServer({ DATABASE_URL: await newDatabase(), PORT: nextPort(), ...env })
  const site = withDefaults(await siteAt(server.url, () => server.stop()), { hasLiveUpdates: false })
  return { ...site, output: () => server.output() }
}

/** Returns the same site, but with animations in its pages, as most people see them. */
export function withMotion<S extends Pick<Site, 'open'>>(site: S): S {
  return withDefaults(site, { reducedMotion: 'no-preference' })
}

/** Returns the same site, but its pages preload the screens that members may open next, as most people's browsers do. */
export function withPreloadedScreens<S extends Pick<Site, 'open'>>(site: S): S {
  return withDefaults(site, { preloadsScreens: true })
}

function withDefaults<S extends Pick<Site, 'open'>>(site: S, defaults: PageOptions): S {
  return { ...site, open: (options) => site.open({ ...defaults, ...options }) }
}

let openSites = 0

/**
 * Returns the port for the next site. Sites that are open one after the other have the same port, because a page of the pool keeps its
 * process only while it stays on its origin (page-pool.ts). A second site at the same time gets any free port.
 */
function nextPort(): string {
  // Nothing else takes this port between two sites, because it is below the ports of outgoing connections. A port that the system chooses
  // could be taken.
  return openSites === 0 ? String(20_000 + (process.pid % 10_000)) : '0'
}

/**
 * All test files of this process share the browser, because launching one takes as long as a short test. The browser ends with the process.
 */
let browser: Promise<Browser> | undefined

async function siteAt(url: string, stop: () => Promise<unknown>) {
  browser ??= launchChromium(inject('chromium'))
  const launched = await browser
  const closers: (() => Promise<void>)[] = []
  const problems: string[] = []
  openSites += 1
  return {
    /** The base URL, without a trailing slash. */
    url,
    /**
     * Opens a signed-out page in its own browser context, at desktop size unless `options` say otherwise. Two settings save processor time:
     *
     * - Reduced motion (see `withMotion`): animations would take a tenth of the processor time. Also, axe finds too little contrast while
     * animations run.
     * - `saveData`, with which pages preload no screens (see `withPreloadedScreens`): preloading all screens would take a third of the
     * processor time.
     */
    async open(options: PageOptions = {}): Promise<Page> {
      const { page, giveBack } = await borrowPage(launched, url, options)
      // A page that stays open takes processor time from the tests that follow.
      closers.push(closeWhenDone(giveBack))
      const add = (problem: string) => problems.push(`${page.url()}: ${problem}`)
      page.on('pageerror', (error) => add(String(error)))
      page.on('console', (message) => {
        if (isProblem(message)) add(message.text())
      })
      return page
    },
    /**
     * Closes the site before the end of the test or the file that opened it. Rejects when a page threw an exception, logged a console
     * error, or violated the Content-Security-Policy.
     */
    close: closeWhenDone(async () => {
      // Give the pages back before the server stops, because giving a page back opens a document of the server.
      await Promise.all(closers.map((close) => close()))
      await stop()
      openSites -= 1
      if (problems.length > 0) throw new Error(`Errors in the pages:\n${problems.join('\n')}`)
    }),
  }
}

/** Whether the page logged an error, or the id of a message in place of its text. */
function isProblem(message: ConsoleMessage): boolean {
  // The browser logs each failed call. This is not an error of the page, because the page shows the failure to people.
  if (message.type() === 'error') return !message.text().startsWith('Failed to load resource:')
  return message.text().startsWith('Uncompiled message detected!')
}
