import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What `web/prerender.tsx` exports, once it is built. */
interface Drawing {
  readonly documents: Readonly<
    Record<string, { readonly modules: readonly string[]; readonly begins: 'drawn' | 'with a bar' | 'empty' }>
  >
  readonly drawScreen: (
    path: string,
    settings: { infoSiteUrl?: string; donationUrl?: string },
  ) => Promise<string>
  readonly drawBar: () => string
  readonly callsOf: (pattern: string) => Promise<readonly unknown[]>
}

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

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
 * that its screen needs, and with what can be drawn of it. `documents.json` says which is whose, and which scripts stand in
 * the documents themselves. `code` is the folder of `web/prerender.tsx` as it was built for Node.
 */
async function prerender(folder: string, code: string): Promise<void> {
  const { documents, drawScreen, drawBar, callsOf }: Drawing = await import(
    pathToFileURL(join(code, 'prerender.js')).href
  )
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const early = await takeScript(folder, manifest, 'early.ts')
  const earlyCalls = await takeScript(folder, manifest, 'early-calls.ts')
  const page = withScript(await readFile(join(folder, 'index.html'), 'utf8'), early)
  const roots = {
    drawn: async (path: string, settings: object) =>
      `<div id="root" data-drawn>${await drawScreen(path, settings)}</div>`,
    'with a bar': () => `<div id="root">${drawBar()}</div>`,
    empty: () => emptyRoot,
  }
  const firstCalls = new Map<string, string>()
  for (const [pattern, { begins }] of Object.entries(documents)) {
    if (begins === 'with a bar') firstCalls.set(pattern, JSON.stringify(await callsOf(pattern)))
  }
  for (const [variant, settings] of Object.entries(variants)) {
    const into = join(folder, 'documents', variant)
    await mkdir(into, { recursive: true })
    for (const [pattern, { modules, begins }] of Object.entries(documents)) {
      const root = await roots[begins](pattern, settings)
      const calls = firstCalls.get(pattern)
      const begun = calls === undefined ? page : withScript(page, earlyCalls, { pattern, calls })
      const files = filesOf(manifest, ['index.html', ...modules])
      const document = withLinks(begun, files).replace(emptyRoot, () => root)
      await writeFile(join(into, fileOf(pattern)), document)
    }
  }
  await writeFile(join(folder, 'index.html'), page)
  const addresses = Object.fromEntries(Object.keys(documents).map((pattern) => [pattern, fileOf(pattern)]))
  const scripts = [early, earlyCalls].map(
    (it) => `sha256-${createHash('sha256').update(it).digest('base64')}`,
  )
  await writeFile(join(folder, 'documents.json'), JSON.stringify({ addresses, scripts }))
  await rm(join(folder, 'manifest.json'))
}

const emptyRoot = '<div id="root"></div>'
const firstLink = '    <link rel="icon"'

function fileOf(pattern: string): string {
  return `${pattern.slice(1).replaceAll(/\W+/gu, '-') || 'home'}.html`
}

/** The text of a script that is to stand in the documents, and is no file then. */
async function takeScript(folder: string, manifest: Manifest, module: string): Promise<string> {
  const [file = ''] = filesOf(manifest, [module])
  const text = await readFile(join(folder, file), 'utf8')
  await rm(join(folder, file))
  return text.trim()
}

/**
 * The page, with a script that runs before anything else is asked for, and what it finds in its `dataset`. It comes before
 * the styles, which a script after them would wait for.
 */
function withScript(page: string, script: string, data: Readonly<Record<string, string>> = {}): string {
  const attributes = Object.entries(data).map(
    ([name, value]) => ` data-${name}='${value.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}'`,
  )
  return page.replace(firstLink, (link) => `    <script${attributes.join('')}>${script}</script>\n${link}`)
}

/** The page, with links to scripts that a browser would only find in other scripts. */
function withLinks(page: string, files: ReadonlySet<string>): string {
  const links = [...files]
    .filter((file) => !page.includes(file))
    .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`)
  return page.replace('  </head>', () => `${links.join('')}  </head>`)
}

/** The files of these modules and of all that they import. */
function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no ${name}, which a screen loads.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const module of modules) add(module)
  return files
}

const [folder, code] = process.argv.slice(2)
if (folder === undefined || code === undefined)
  throw new Error('prerender.ts <folder of the page> <its code>')
await prerender(folder, code)
// The page's modules keep timers, as they would in a browser.
process.exit()
