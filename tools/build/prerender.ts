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
 * that its screen needs, and with what can be drawn of it. Which is whose stands in `addresses.json`. `code` is the
 * folder of `web/prerender.tsx` as it was built for Node.
 */
async function prerender(folder: string, code: string): Promise<void> {
  const { documents, drawScreen, drawBar }: Drawing = await import(
    pathToFileURL(join(code, 'prerender.js')).href
  )
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const page = withEarly(await readFile(join(folder, 'index.html'), 'utf8'), manifest)
  const roots = {
    drawn: async (path: string, settings: object) =>
      `<div id="root" data-drawn>${await drawScreen(path, settings)}</div>`,
    'with a bar': () => `<div id="root">${drawBar()}</div>`,
    empty: () => emptyRoot,
  }
  for (const [variant, settings] of Object.entries(variants)) {
    const into = join(folder, 'documents', variant)
    await mkdir(into, { recursive: true })
    for (const [pattern, { modules, begins }] of Object.entries(documents)) {
      const root = await roots[begins](pattern, settings)
      const document = withLinks(page, filesOf(manifest, ['index.html', ...modules])).replace(emptyRoot, () => root)
      await writeFile(join(into, fileOf(pattern)), document)
    }
  }
  await writeFile(join(folder, 'index.html'), page)
  const addresses = Object.fromEntries(Object.keys(documents).map((pattern) => [pattern, fileOf(pattern)]))
  await writeFile(join(folder, 'addresses.json'), JSON.stringify(addresses))
  await rm(join(folder, 'manifest.json'))
}

const emptyRoot = '<div id="root"></div>'

function fileOf(pattern: string): string {
  return `${pattern.slice(1).replaceAll(/\W+/gu, '-') || 'home'}.html`
}

/** The page, with what is to run before anything is painted. It comes beside the styles, which are waited for as well. */
function withEarly(page: string, manifest: Manifest): string {
  const [early = ''] = filesOf(manifest, ['early.ts'])
  return page.replace(
    '    <link rel="stylesheet"',
    (link) => `    <script src="/${early}"></script>\n${link}`,
  )
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
