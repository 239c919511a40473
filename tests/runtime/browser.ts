import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { inject } from 'vitest'
import { getSession } from '../../contract/identity.ts'
import type { AppDependencies } from '../../server/app.ts'
import { launchChromium } from '../../tools/browser/chromium.ts'
import { startApp } from './app.ts'
import { closeWhenDone } from './close-when-done.ts'
import { password } from './people.ts'
import { newDatabase } from './postgres-database.ts'
import { startServer } from './server-process.ts'

/** The built page, served by an application, and a browser to open it. */
export type Site = Awaited<ReturnType<typeof siteAt>>

/**
 * Signs a person in by the sign-in call, replacing the current session. The next screen that opens is theirs. The browser moves to
 * their time zone, or to `browserZone`.
 */
export async function signInOn(
  page: Page,
  person: { readonly email: string },
  browserZone?: string,
): Promise<void> {
  const context = page.context()
  await context.clearCookies()
  const answer = await context.request.post('/identity/sign_in', {
    // With an Origin header, the server sets the session as a cookie.
    headers: { origin: await originOf(context) },
    data: { email: person.email, password },
  })
  if (!answer.ok()) throw new Error(`${person.email} could not sign in: ${await answer.text()}`)
  const session: { timeZone: string } = await (await context.request.get(getSession.path)).json()
  await moveTo(page, browserZone ?? session.timeZone)
}

const developerTools = new WeakMap<Page, Promise<CDPSession>>()

/** Changes a page's time zone. Only the session that set a zone can change it again. */
async function moveTo(page: Page, timezoneId: string): Promise<void> {
  const tools = developerTools.get(page) ?? page.context().newCDPSession(page)
  developerTools.set(page, tools)
  await (await tools).send('Emulation.setTimezoneOverride', { timezoneId })
}

/** The origin of the context's site. */
async function originOf({ request }: BrowserContext): Promise<string> {
  return new URL((await request.head('/healthz')).url()).origin
}

type Env = Readonly<Record<string, string>>

/**
 * Starts the application in this test process on a fresh database until the test or the file is done, and launches the
 * browser. The application has no background jobs: it sends no letters.
 */
export async function openSite(env: Env = {}, parts: Partial<AppDependencies> = {}) {
  const app = await startApp({ env, parts: { pageFolder: join(inject('build'), 'web'), ...parts } })
  const site = await siteAt(env['PUBLIC_URL'] ?? app.baseUrl, () => app.stop())
  return { ...site, database: app.database, setNow: app.setNow }
}

/**
 * Like `openSite`, with the built product in a server process of its own. Its start and its password hashes take time in each
 * file, so use it only to test what only this process has: the product's wiring, hash cost, admission gate and background
 * jobs (from sign-ups to a filled Friday, built-server.test.ts), sent letters (letter-links, email-change, unverified-email,
 * script-injection), and the log (contact-privacy).
 */
export async function openSiteInServerProcess(env: Env = {}) {
  const server = await startServer({ DATABASE_URL: await newDatabase(), ...env })
  const site = await siteAt(server.url, () => server.stop())
  return { ...site, output: () => server.output() }
}

/** The same site, whose pages open with animations, as most people see them. */
export function withMotion<S extends Pick<Site, 'open'>>(site: S): S {
  return { ...site, open: (options) => site.open({ reducedMotion: 'no-preference', ...options }) }
}

/** Shared by all test files of this process, because launching takes as long as a short test. Ends with the process. */
let browser: Promise<Browser> | undefined

async function siteAt(url: string, stop: () => Promise<unknown>) {
  browser ??= launchChromium(inject('chromium'))
  const launched = await browser
  const closers: (() => Promise<void>)[] = []
  const problems: string[] = []
  return {
    /** The base URL, without a trailing slash. */
    url,
    /**
     * Opens a signed-out page in its own browser context, at desktop size unless `options` say otherwise, and with reduced
     * motion: animations take a tenth of the journeys' processor time, and axe finds too little contrast while they run.
     * See `withMotion`.
     */
    async open(options?: BrowserContextOptions): Promise<Page> {
      const context = await launched.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
      // A page that stays open takes processor time from the tests that follow.
      closers.push(closeWhenDone(() => context.close()))
      await context.addInitScript(keepToastsOpen)
      await context.addInitScript(() =>
        addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
          console.error(`${effectiveDirective} forbids ${blockedURI} (${sourceFile})`),
        ),
      )
      const page = await context.newPage()
      const add = (problem: string) => problems.push(`${page.url()}: ${problem}`)
      page.on('pageerror', (error) => add(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error' && !isFailedCall(message.text())) add(message.text())
      })
      return page
    },
    /**
     * Closes it before the end of the test or the file that opened it. Rejects when a page threw an exception, logged a
     * console error, or violated the Content-Security-Policy.
     */
    close: closeWhenDone(async () => {
      await Promise.all([...closers.map((close) => close()), stop()])
      if (problems.length > 0) throw new Error(`Errors in the pages:\n${problems.join('\n')}`)
    }),
  }
}

/** Runs in each document. Toasts close only when a test closes them: on a slow machine, one could close before the test sees it. */
function keepToastsOpen(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.Toastify__progress-bar--animated { animation-play-state: paused !important }')
  document.adoptedStyleSheets = [sheet]
}

/** The browser logs each failed call. These are not errors of the page, which shows them to people. */
function isFailedCall(text: string): boolean {
  return text.startsWith('Failed to load resource:')
}
