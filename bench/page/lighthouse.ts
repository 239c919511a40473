import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium } from 'playwright-core'
import { installPackage } from '../../tools/install/npm-package.ts'

const version = '12.8.2'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** What Lighthouse thinks of a screen: a mark of 0 to 100 for each category, and seconds to the first paint. */
export type Marks = Readonly<Record<(typeof categories)[number] | 'firstPaint', number>>

/** Of a browser that has nothing of the page yet, or that has kept its files. */
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

/** The context that Lighthouse works in, of the browser on `port`. */
export async function ownContext(port: number): Promise<BrowserContext> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('The browser has no context of its own.')
  return context
}

/** Gets Lighthouse, which only the benchmark needs, and gives what asks a browser on `port` for its marks. */
export async function lighthouse(port: number): Promise<(url: string, visit: Visit) => Promise<Marks>> {
  const folder = await installPackage('lighthouse', version)
  const { default: run }: { default: Lighthouse } = await import(
    pathToFileURL(join(folder, 'core', 'index.js')).href
  )
  const context = await ownContext(port)
  // Its own reset would forget the session together with the files, so the files alone are forgotten here.
  const devtools = await context.newCDPSession(await context.newPage())
  return async (url, visit) => {
    if (visit === 'first') await devtools.send('Network.clearBrowserCache')
    const result = await run(url, {
      port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: [...categories],
      // A phone of the middle class on a slow line, slowed down for real and not by calculation.
      formFactor: 'mobile',
      throttlingMethod: 'devtools',
      // Who is signed in stays so.
      disableStorageReset: true,
    })
    if (result === undefined) throw new Error(`Lighthouse has nothing to say of ${url}`)
    const { lhr } = result
    const mark = (name: string) => Math.round((lhr.categories[name]?.score ?? Number.NaN) * 100)
    return {
      performance: mark('performance'),
      accessibility: mark('accessibility'),
      'best-practices': mark('best-practices'),
      seo: mark('seo'),
      firstPaint: (lhr.audits['first-contentful-paint']?.numericValue ?? Number.NaN) / 1_000,
    }
  }
}
