import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What `web/prerender.tsx` exports, once it is built. */
interface Drawing {
  readonly screens: Readonly<Record<string, { readonly path: string; readonly modules: readonly string[] }>>
  readonly others: readonly string[]
  readonly addresses: readonly string[]
  readonly draw: (path: string, settings: { infoSiteUrl?: string; donationUrl?: string }) => Promise<string>
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
 * Draws the public screens of the built page in `folder` into `prerendered/{variant}/{screen}.html`, and writes into each
 * document, the page's own for all other screens included, links to the scripts that it needs. The addresses that have a
 * screen go into `addresses.json`. `code` is the folder of `web/prerender.tsx` as it was built for Node.
 */
async function prerender(folder: string, code: string): Promise<void> {
  const { screens, others, addresses, draw }: Drawing = await import(
    pathToFileURL(join(code, 'prerender.js')).href
  )
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const page = withEarly(await readFile(join(folder, 'index.html'), 'utf8'), manifest)
  for (const [variant, settings] of Object.entries(variants)) {
    const into = join(folder, 'prerendered', variant)
    await mkdir(into, { recursive: true })
    for (const [name, { path, modules }] of Object.entries(screens)) {
      const drawn = await draw(path, settings)
      const document = withLinks(page, filesOf(manifest, modules))
      await writeFile(
        join(into, `${name}.html`),
        document.replace('<div id="root"></div>', () => `<div id="root">${drawn}</div>`),
      )
    }
  }
  await writeFile(join(folder, 'index.html'), withLinks(page, filesOf(manifest, others)))
  await writeFile(join(folder, 'addresses.json'), JSON.stringify(addresses))
  await rm(join(folder, 'manifest.json'))
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
    if (chunk === undefined) throw new Error(`The build has no ${name}, which a public screen loads.`)
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
