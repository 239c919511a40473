import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** Bytes of compressed JavaScript that a screen loads: until it is drawn, and by the time it has come to rest. */
export interface Scripts {
  readonly first: number
  readonly all: number
}

/** Bytes of the scripts in a folder, compressed as the server sends them to whoever takes no brotli. */
export async function scriptBytes(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const sizes = await Promise.all(names.map((name) => compressed(join(folder, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function compressed(file: string): Promise<number> {
  return gzipSync(await readFile(file), { level: 9 }).length
}

/** What a screen loads for somebody whose browser has nothing of the page yet. `token` is of the session, if any. */
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

/** Gives the browser a session, as signing in on the page would. */
export async function signIn(context: BrowserContext, url: string, token: string): Promise<void> {
  await context.addCookies([{ name: 'minbar', value: token, url: new URL(url).origin }])
}

/** The paths of the scripts that were loaded, or of those among them that were asked for before the screen was drawn. */
function loaded(page: Page, which: 'first' | 'all'): Promise<string[]> {
  // Runs in the page, whose names this room doesn't know.
  return page.evaluate<string[], string>(
    `(() => {
      const [drawn] = performance.getEntriesByName('screen')
      if (drawn === undefined) throw new Error('The screen was never drawn: ' + location)
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && (${which === 'all'} || startTime <= drawn.startTime))
        .map(({ name }) => new URL(name).pathname)
    })()`,
    '',
  )
}
