import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { launchChromium } from '../../tools/browser/chromium.ts'
import { startApp, unlimited } from './app.ts'
import type { TestDatabase } from './database.ts'
import { password } from './people.ts'
import { createDatabase } from './postgres-database.ts'
import { startServer } from './server-process.ts'

/** The built product, served by a process of its own, and a browser to look at it. */
export interface Site {
  /** Where it is served, without a slash at its end. */
  readonly url: string
  /** A page in a context of its own, with nobody signed in. Its size is a desktop's unless told. */
  open(options?: BrowserContextOptions): Promise<Page>
  /** What its server wrote until now; nothing where it is served from this process. */
  output(): string
  /** Rejects when a page threw an exception, wrote an error to its console, or did what the security policy forbids. */
  close(): Promise<void>
}

/** The same with a clock that the test may set, served from this process. */
export interface ClockedSite extends Site, Pick<TestDatabase, 'database' | 'setNow'> {}

/** Signs somebody in through the page's own sign-in, in place of whoever was; the next screen that is opened is theirs. */
export async function signInOn(page: Page, person: { readonly email: string }): Promise<void> {
  const context = page.context()
  await context.clearCookies()
  const answer = await context.request.post('/identity/sign_in', {
    // From a page comes an Origin, and to a page goes the session as a cookie.
    headers: { origin: await originOf(page) },
    data: { email: person.email, password },
  })
  if (!answer.ok()) throw new Error(`${person.email} could not sign in: ${await answer.text()}`)
}

async function originOf(page: Page): Promise<string> {
  if (!page.url().startsWith('http')) await page.goto('/nowhere')
  return new URL(page.url()).origin
}

/** Starts the product on a fresh database, and launches the browser. */
export async function openSite(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  const server = await startServer(inject('build'), {
    ...unlimited,
    DATABASE_URL: await createDatabase(inject('postgresCluster')),
    ...env,
  })
  return siteAt(
    server.url,
    () => server.stop(),
    () => server.output(),
  )
}

/** The same, for what only time brings about. */
export async function openClockedSite(): Promise<ClockedSite> {
  const app = await startApp({ parts: { pageFolder: join(inject('build'), 'web') } })
  const site = await siteAt(app.baseUrl, () => app.stop())
  return { ...site, database: app.database, setNow: app.setNow }
}

/** One for all files that this process tests: to start it takes as long as a short journey. It ends with the process. */
let browser: Promise<Browser> | undefined

async function siteAt(url: string, stop: () => Promise<unknown>, output = () => ''): Promise<Site> {
  browser ??= launchChromium(inject('chromium'))
  const launched = await browser
  const contexts: BrowserContext[] = []
  const problems: string[] = []
  return {
    url,
    output,
    async open(options) {
      const context = await launched.newContext({ baseURL: url, ...options })
      contexts.push(context)
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
    async close() {
      await Promise.all([...contexts.map((context) => context.close()), stop()])
      if (problems.length > 0) throw new Error(`In the pages went wrong:\n${problems.join('\n')}`)
    },
  }
}

/** The browser itself writes a line for each call that fails; the page explains those to people. */
function isFailedCall(text: string): boolean {
  return text.startsWith('Failed to load resource:')
}
