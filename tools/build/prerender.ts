import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OperatorSettings } from '../../contract/rendered-screen.ts'
import { documents, notFoundDocument } from '../../web/screen-documents.ts'
import {
  chunkOf,
  filesOf,
  type Manifest,
  readAndDeleteFile,
  removeFacades,
  sortLargestFirst,
} from './page-files.ts'
import { replaceFirst } from './replace-first.ts'

type ServerBundle = typeof import('../../web/entry-server.tsx')

/**
 * Placeholders for the operator's settings. The build doesn't know the settings, so the server replaces the placeholders when it starts.
 */
const placeholders = {
  infoSiteUrl: 'minbar:info-site-url',
  donationUrl: 'minbar:donation-url',
  // Becomes an attribute that only styles use, so this setting needs no variants of the documents.
  passkeys: 'minbar:passkeys',
}
const { passkeys } = placeholders

/** The combinations of settings that change the rendered screens, by the name of their folder. */
const variants = {
  plain: { passkeys },
  info: { passkeys, infoSiteUrl: placeholders.infoSiteUrl },
  donation: { passkeys, donationUrl: placeholders.donationUrl },
  'info-donation': placeholders,
}

/**
 * Writes an HTML document for each address of the page into `documents/{variant}`. A document has preload links to the scripts of its
 * screen. If the screen is prerendered, the document also has the HTML of the screen. Writes `documents.json`, which has the document of
 * each address and the hashes of inline scripts and styles.
 * @param folder the folder of the built page
 * @param code the folder of `web/entry-server.tsx` built for Node
 */
async function prerender(folder: string, code: string): Promise<void> {
  const server: ServerBundle = await import(pathToFileURL(join(code, 'entry-server.js')).href)
  // A facade is a script that only re-exports another script.
  const manifest = await removeFacades(
    folder,
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
  )
  const { page, inline } = await barePage(folder, manifest)
  const linked = async (document: string, modules: readonly string[]) => {
    const files = filesOf(manifest, [entryModule, ...modules])
    files.delete(chunkOf(manifest, entryModule).file)
    return withLinks(document, await sortLargestFirst(folder, files))
  }
  const placeholder = markScreen(`<div id="root">${server.renderLoadingPlaceholder()}</div>`)
  const withPlaceholder = (document: string) => withRoot(document, placeholder)
  const withScreen = async (document: string, address: string, settings: OperatorSettings) => {
    const { title, root } = await server.renderScreen(address, settings)
    const withContent = withRoot(document, `<div id="root" data-rendered>${root}</div>`)
    return replaceFirst(withContent, bareTitle, () => title)
  }
  const withInitialContent = {
    prerendered: withScreen,
    // The server replaces the marked part with the rendered screen (server/http/html-document.ts).
    'rendered for anyone': (document: string) => withRoot(document, markScreen(emptyRoot)),
    // The server also replaces the placeholder of members. But it only adds API responses to a preloaded screen, which the browser renders.
    'rendered for members': withPlaceholder,
    'preloaded for members': withPlaceholder,
  }
  const screens = await Promise.all(
    [...documents, notFoundDocument].map(async ({ pattern, modules, renderMode }) => ({
      pattern,
      renderMode,
      document: await linked(page, modules),
    })),
  )
  for (const [variant, settings] of Object.entries(variants)) {
    const into = join(folder, 'documents', variant)
    await mkdir(into, { recursive: true })
    for (const { pattern, renderMode, document } of screens)
      await writeFile(
        join(into, documentNameOf(pattern)),
        await withInitialContent[renderMode](document, pattern, settings),
      )
  }
  await rm(join(folder, 'index.html'))
  const index = {
    screens: Object.fromEntries(
      documents.map(({ pattern, renderMode }) => [
        pattern,
        { document: documentNameOf(pattern), renderMode },
      ]),
    ),
    notFound: documentNameOf(notFoundDocument.pattern),
    inline,
  }
  await writeFile(join(folder, 'documents.json'), JSON.stringify(index))
  await rm(join(folder, 'manifest.json'))
}

/**
 * Returns the document without a screen. Everything that would delay the first paint or the other scripts is inlined: the styles, the
 * pre-hydration script and the short start script. `inline` has their hashes for the Content-Security-Policy.
 */
async function barePage(folder: string, manifest: Manifest) {
  const early = await readAndDeleteFile(folder, chunkOf(manifest, 'pre-hydration.ts').file)
  const styles = await readAndDeleteFile(folder, chunkOf(manifest, 'style.css').file)
  // The inlined start script needs absolute paths instead of relative ones. Static imports are in double quotes, dynamic imports in
  // backticks.
  const main = (await readAndDeleteFile(folder, chunkOf(manifest, entryModule).file)).replaceAll(
    /(["`])\.\//gu,
    '$1/assets/',
  )
  const built = await readFile(join(folder, 'index.html'), 'utf8')
  const withStyles = replaceFirst(
    built,
    / *<link rel="stylesheet"[^>]*>/u,
    () => `    <style>${styles}</style>`,
  )
  const page = replaceFirst(
    withStyles,
    / *<script type="module"[^>]*><\/script>/u,
    () => `    <script type="module">${main}</script>`,
  ).replaceAll(/ *<link rel="modulepreload"[^>]*>\n/gu, '')
  const inline = { scripts: [early, main].map(hashOf), styles: [hashOf(styles)] }
  return { page: withScript(page, early), inline }
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** The entry module of the page in Vite's manifest. */
const entryModule = 'index.html'

const emptyRoot = '<div id="root"></div>'
const markScreen = (root: string) => `<!--screen-->${root}<!--/screen-->`
const bareTitle = '<title>Minbar</title>'
const firstLink = '    <link rel="icon"'

function documentNameOf(pattern: string): string {
  return `${pattern.slice(1).replaceAll(/\W+/gu, '-') || 'home'}.html`
}

function withRoot(page: string, root: string): string {
  return replaceFirst(page, emptyRoot, () => root)
}

/** Inserts an inline script, which runs before any request. */
function withScript(page: string, script: string): string {
  return replaceFirst(page, firstLink, (link) => `    <script>${script}</script>\n${link}`)
}

/** Inserts preload links for scripts that the browser would otherwise only find while it runs other scripts. */
function withLinks(page: string, files: readonly string[]): string {
  const links = files.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
  return replaceFirst(page, firstLink, (link) => `${links.join('')}${link}`)
}

const [folder, code] = process.argv.slice(2)
if (folder === undefined || code === undefined)
  throw new Error('prerender.ts <folder of the page> <its code>')
await prerender(folder, code)
// Ends the process. Otherwise the timers of the page's modules would keep it running.
process.exit()
