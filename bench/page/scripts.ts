import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { sum } from '../process-tree.ts'

/** The size of files in a folder in bytes, compressed by gzip, as for clients without brotli. */
export async function compressedBytes(folder: string, paths: readonly string[]): Promise<number> {
  const sizes = paths.map(async (path) => gzipSync(await readFile(join(folder, path)), { level: 9 }).length)
  return sum(await Promise.all(sizes))
}

/**
 * Measures the scripts that a screen loads with an empty cache, compressed, in bytes: before it is rendered, and until the
 * network is idle. `token` is the session's.
 */
export async function measureScriptBytes(
  browser: Browser,
  screen: { readonly build: string; readonly url: string; readonly token: string | undefined },
) {
  const context = await browser.newContext()
  try {
    if (screen.token !== undefined) await signIn(context, screen.url, screen.token)
    const page = await context.newPage()
    await page.goto(screen.url, { waitUntil: 'networkidle' })
    const [first, all] = await Promise.all([loaded(page, 'first'), loaded(page, 'all')])
    const web = join(screen.build, 'web')
    return { first: await compressedBytes(web, first), all: await compressedBytes(web, all) }
  } finally {
    await context.close()
  }
}

/** Sets the session cookie, as a sign-in would. */
export async function signIn(context: BrowserContext, url: string, token: string): Promise<void> {
  await context.addCookies([{ name: 'minbar', value: token, url: new URL(url).origin }])
}

/** The paths of all loaded scripts, or of those that were requested before the screen was rendered. */
function loaded(page: Page, which: 'first' | 'all'): Promise<string[]> {
  // A string, because it runs in the page, whose globals TypeScript doesn't know here.
  return page.evaluate<string[], string>(
    `(() => {
      const [drawn] = performance.getEntriesByName('screen')
      if (drawn === undefined) throw new Error('The screen was never rendered: ' + location)
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && (${which === 'all'} || startTime <= drawn.startTime))
        .map(({ name }) => new URL(name).pathname)
    })()`,
    '',
  )
}
