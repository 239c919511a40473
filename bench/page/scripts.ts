import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** The compressed JavaScript of a screen in bytes: loaded before it is rendered, and until the network is idle. */
export interface Scripts {
  readonly first: number
  readonly all: number
}

/** The size of the scripts in a folder in bytes, compressed by gzip, as for clients without brotli. */
export async function scriptBytes(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const sizes = await Promise.all(names.map((name) => compressed(join(folder, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function compressed(file: string): Promise<number> {
  return gzipSync(await readFile(file), { level: 9 }).length
}

/** Measures the scripts that a screen loads with an empty cache. `token` is the session's. */
export async function scriptsOf(
  browser: Browser,
  screen: { readonly build: string; readonly url: string; readonly token: string | undefined },
): Promise<Scripts> {
  const context = await browser.newContext()
  try {
    if (screen.token !== undefined) await signIn(context, screen.url, screen.token)
    const page = await context.newPage()
    await page.goto(screen.url, { waitUntil: 'networkidle' })
    const [first, all] = await Promise.all([loaded(page, 'first'), loaded(page, 'all')])
    const bytes = async (paths: readonly string[]) => {
      const sizes = await Promise.all(paths.map((path) => compressed(join(screen.build, 'web', path))))
      return sizes.reduce((sum, size) => sum + size, 0)
    }
    return { first: await bytes(first), all: await bytes(all) }
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
