import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderMode, OperatorSettings, RenderedScreen } from '../../contract/rendered-screen.ts'
import { fileOf, filesOf, largestFirst, type Manifest, takeFile, withoutFacades } from './page-files.ts'

/** What `web/entry-server.tsx` exports, once it is built. */
interface PageOnServer {
  readonly documents: Readonly<
    Record<string, { readonly modules: readonly string[]; readonly renderMode: RenderMode }>
  >
  readonly notFound: { readonly address: string; readonly modules: readonly string[] }
  readonly renderScreen: (path: string, settings: OperatorSettings) => Promise<RenderedScreen>
  readonly renderBar: () => string
}

/** Stands where the server writes the operator's address: known when it starts only, while the page is built before. */
const placeholders = { infoSiteUrl: 'minbar:info-site-url', donationUrl: 'minbar:donation-url' }

/** The settings that what is drawn depends on, by the names of the folders. */
const variants = {
  plain: {},
  info: { infoSiteUrl: placeholders.infoSiteUrl },
  donation: { donationUrl: placeholders.donationUrl },
  'info-donation': placeholders,
}

/**
 * Writes for each address of the built page in `folder` its document into `documents/{variant}`: with links to the scripts
 * that its screen needs, and with what can be drawn of it. `documents.json` says which is whose, and what stands in the
 * documents themselves. `code` is the folder of `web/entry-server.tsx` as it was built for Node.
 */
async function prerender(folder: string, code: string): Promise<void> {
  const { documents, notFound, renderScreen, renderBar }: PageOnServer = await import(
    pathToFileURL(join(code, 'entry-server.js')).href
  )
  const manifest = await withoutFacades(
    folder,
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
  )
  const { page, inline } = await barePage(folder, manifest)
  const linked = async (document: string, modules: readonly string[]) => {
    const files = filesOf(manifest, [start, ...modules])
    files.delete(fileOf(manifest, start))
    return withLinks(document, await largestFirst(folder, files))
  }
  const bar = `<div id="root">${renderBar()}</div>`
  const withScreen = async (document: string, address: string, settings: OperatorSettings) => {
    const { title, root } = await renderScreen(address, settings)
    return withRoot(document, `<div id="root" data-rendered>${root}</div>`).replace(bareTitle, () => title)
  }
  const begun = {
    prerendered: withScreen,
    // What is rendered takes the place of what is marked (server/http/html-document.ts).
    'rendered for anyone': (document: string) => withRoot(document, marked(emptyRoot)),
    'rendered for members': (document: string) => withRoot(document, marked(bar)),
    'preloaded for members': (document: string) => withRoot(document, marked(bar)),
  }
  const screens = await Promise.all(
    Object.entries(documents).map(async ([pattern, { modules, renderMode }]) => ({
      pattern,
      renderMode,
      document: await linked(page, modules),
    })),
  )
  const nothing = await linked(page, notFound.modules)
  for (const [variant, settings] of Object.entries(variants)) {
    const into = join(folder, 'documents', variant)
    await mkdir(into, { recursive: true })
    for (const { pattern, renderMode, document } of screens)
      await writeFile(join(into, documentOf(pattern)), await begun[renderMode](document, pattern, settings))
    const ofNothing = await withScreen(nothing, notFound.address, settings)
    await writeFile(join(into, documentOf(notFound.address)), ofNothing)
  }
  await rm(join(folder, 'index.html'))
  const addresses = screens.map(({ pattern, renderMode }) => [pattern, { document: documentOf(pattern), renderMode }])
  await writeFile(
    join(folder, 'documents.json'),
    JSON.stringify({
      screens: Object.fromEntries(addresses),
      notFound: documentOf(notFound.address),
      inline,
    }),
  )
  await rm(join(folder, 'manifest.json'))
}

/**
 * The page without a screen. What would hold up the first paint or the other scripts stands in it: the styles, what runs
 * first, and the few lines that start the page. `inline` has their hashes, as a Content-Security-Policy names them.
 */
async function barePage(folder: string, manifest: Manifest) {
  const early = await takeFile(folder, fileOf(manifest, 'pre-hydration.ts'))
  const styles = await takeFile(folder, fileOf(manifest, 'style.css'))
  // Its imports are relative to its own file: "./…" where they are static, `./…` where they are dynamic.
  const main = (await takeFile(folder, fileOf(manifest, start))).replaceAll(/(["`])\.\//gu, '$1/assets/')
  const built = await readFile(join(folder, 'index.html'), 'utf8')
  const page = built
    .replace(/ *<link rel="stylesheet"[^>]*>/u, () => `    <style>${styles}</style>`)
    .replace(/ *<script type="module"[^>]*><\/script>/u, () => `    <script type="module">${main}</script>`)
    .replaceAll(/ *<link rel="modulepreload"[^>]*>\n/gu, '')
  const inline = { scripts: [early, main].map(hashOf), styles: [hashOf(styles)] }
  return { page: withScript(page, early), inline }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** The module that starts the page, by the name that the build has for it. */
const start = 'index.html'

const emptyRoot = '<div id="root"></div>'
const marked = (root: string) => `<!--screen-->${root}<!--/screen-->`
const bareTitle = '<title>Minbar</title>'
const firstLink = '    <link rel="icon"'

function documentOf(pattern: string): string {
  return `${pattern.slice(1).replaceAll(/\W+/gu, '-') || 'home'}.html`
}

/** The page, with what its screen begins with. */
function withRoot(page: string, root: string): string {
  return page.replace(emptyRoot, () => root)
}

/** The page, with a script that runs before anything else is asked for. */
function withScript(page: string, script: string): string {
  return page.replace(firstLink, (link) => `    <script>${script}</script>\n${link}`)
}

/** The page, with links to the scripts that a browser would only find in other scripts. */
function withLinks(page: string, files: readonly string[]): string {
  const links = files.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
  return page.replace(firstLink, (link) => `${links.join('')}${link}`)
}

const [folder, code] = process.argv.slice(2)
if (folder === undefined || code === undefined)
  throw new Error('prerender.ts <folder of the page> <its code>')
await prerender(folder, code)
// The page's modules keep timers, as they would in a browser.
process.exit()
