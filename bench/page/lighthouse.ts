import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium } from 'playwright-core'
import { installPackage } from '../../tools/install/npm-package.ts'

const version = '12.8.2'

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

/** Lighthouse's measurements of a screen. */
export type Scores = Awaited<ReturnType<Awaited<ReturnType<typeof installLighthouse>>>>

/** A visit with an empty browser cache (`first`), or with the page's files in the cache (`again`). */
export type Visit = 'first' | 'again'

type Lighthouse = (
  url: string,
  flags: object,
) => Promise<
  | {
      readonly lhr: {
        readonly categories: Readonly<Record<string, { readonly score: number | null }>>
        readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
      }
    }
  | undefined
>

/** Returns the default context of the browser on `port`. Lighthouse uses this context. */
export async function defaultContext(port: number): Promise<BrowserContext> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('The browser has no default context.')
  return context
}

/** Installs Lighthouse, which only the benchmark needs. Returns a function that measures a URL in the browser on `port`. */
export async function installLighthouse(port: number) {
  const folder = await installPackage('lighthouse', version)
  const { default: run }: { default: Lighthouse } = await import(
    pathToFileURL(join(folder, 'core', 'index.js')).href
  )
  const context = await defaultContext(port)
  // Clears only the cache. A storage reset by Lighthouse would also delete the session cookie.
  const devtools = await context.newCDPSession(await context.newPage())
  return async (url: string, visit: Visit, categories: readonly Category[]) => {
    if (visit === 'first') await devtools.send('Network.clearBrowserCache')
    const result = await run(url, {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: [...categories],
      disableFullPageScreenshot: true,
      // A mid-range phone on a slow network. Lighthouse slows the browser down instead of simulating a slow browser.
      formFactor: 'mobile',
      throttlingMethod: 'devtools',
      // Keeps the session cookie.
      disableStorageReset: true,
      // Lighthouse waits until no request is open, by default at most 45 seconds. The stream of changes never ends, so each run on a screen
      // with a stream would take that long.
      maxWaitForLoad: 20_000,
    })
    if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}`)
    const { lhr } = result
    return {
      /** The time of the first paint, in seconds. */
      firstPaint: (lhr.audits['first-contentful-paint']?.numericValue ?? Number.NaN) / 1_000,
      /** Returns the score of a category, 0 to 100. NaN for a category without a measurement. */
      of: (category: Category) => Math.round((lhr.categories[category]?.score ?? Number.NaN) * 100),
    }
  }
}
