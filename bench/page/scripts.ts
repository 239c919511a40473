import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { sum } from '../process-tree.ts'

/** Returns the size in bytes of files in a folder, compressed by gzip, as for clients without brotli. */
export async function compressedBytes(folder: string, paths: readonly string[]): Promise<number> {
  const sizes = paths.map(async (path) => gzipSync(await readFile(join(folder, path)), { level: 9 }).length)
  return sum(await Promise.all(sizes))
}

/**
 * Measures the compressed size in bytes of the scripts that a screen loads with an empty cache. `first` is the size of the scripts that
 * were requested before the screen was rendered. `all` also counts the later scripts, until the network is idle. `token` is the token of a
 * session.
 */
export async function measureScriptBytes(
  browser: Browser,
  screen: { readonly build: string; readonly url: string; readonly token: string | undefined },
) {
  const context = await browser.newContext()
  try {
    if (screen.token !== undefined) await setSessionCookie(context, screen.url, screen.token)
    const page = await context.newPage()
    await page.goto(screen.url, { waitUntil: 'networkidle' })
    const [first, all] = await Promise.all([loadedScriptPaths(page, 'first'), loadedScriptPaths(page, 'all')])
    const web = join(screen.build, 'web')
    return { first: await compressedBytes(web, first), all: await compressedBytes(web, all) }
  } finally {
    await context.close()
  }
}

/** Sets the session cookie, as a sign-in would. */
export async function setSessionCookie(context: BrowserContext, url: string, token: string): Promise<void> {
  await context.addCookies([{ name: 'minbar', value: token, url: new URL(url).origin }])
}

/** Returns the paths of all loaded scripts, or of the scripts that were requested before the screen was rendered. */
function loadedScriptPaths(page: Page, which: 'first' | 'all'): Promise<string[]> {
  // The function is a string because it runs in the page. TypeScript doesn't know the globals of the page here.
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
