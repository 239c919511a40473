import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium } from 'playwright-core'
import { installPackage } from '../../tools/install/npm-package.ts'

const version = '12.8.2'

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

/** Lighthouse's scores of a screen. */
export type Scores = Awaited<ReturnType<Awaited<ReturnType<typeof lighthouse>>>>

/** With an empty browser cache, or with the page's files in the cache. */
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

/** The default context of the browser on `port`, which Lighthouse uses. */
export async function defaultContext(port: number): Promise<BrowserContext> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('The browser has no default context.')
  return context
}

/** Installs Lighthouse, which only the benchmark needs. Returns a function that measures a URL in the browser on `port`. */
export async function lighthouse(port: number) {
  const folder = await installPackage('lighthouse', version)
  const { default: run }: { default: Lighthouse } = await import(
    pathToFileURL(join(folder, 'core', 'index.js')).href
  )
  const context = await defaultContext(port)
  // Lighthouse's storage reset would also delete the session, so only the cache is cleared here.
  const devtools = await context.newCDPSession(await context.newPage())
  return async (url: string, visit: Visit, categories: readonly Category[]) => {
    if (visit === 'first') await devtools.send('Network.clearBrowserCache')
    const result = await run(url, {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: [...categories],
      disableFullPageScreenshot: true,
      // A mid-range phone on a slow network. Throttling is applied in the browser, not simulated.
      formFactor: 'mobile',
      throttlingMethod: 'devtools',
      // Keeps the session.
      disableStorageReset: true,
      // Lighthouse waits until there are no requests. But the stream of changes doesn't end.
      maxWaitForLoad: 20_000,
    })
    if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}`)
    const { lhr } = result
    return {
      /** Seconds. */
      firstPaint: (lhr.audits['first-contentful-paint']?.numericValue ?? Number.NaN) / 1_000,
      /** 0 to 100; NaN for a category that was not measured, or that Lighthouse could not measure. */
      of: (category: Category) => Math.round((lhr.categories[category]?.score ?? Number.NaN) * 100),
    }
  }
}
