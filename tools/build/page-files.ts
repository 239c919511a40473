import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** The manifest of Vite: for each module, its file and the modules that it imports. */
export type Manifest = Readonly<Record<string, Chunk>>

/** Deletes a file and returns its text, which will be inlined into the documents. */
export async function readAndDeleteFile(folder: string, file: string): Promise<string> {
  const text = await readFile(join(folder, file), 'utf8')
  await rm(join(folder, file))
  return text.trim()
}

/** Returns the files of these modules and of all modules that they import statically. */
export function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const files = new Set<string>()
  const add = (module: string) => {
    const { file, imports = [] } = chunkOf(manifest, module)
    if (files.has(file)) return
    files.add(file)
    for (const imported of imports) add(imported)
  }
  for (const module of modules) add(module)
  return files
}

export function chunkOf(manifest: Manifest, module: string): Chunk {
  const chunk = manifest[module]
  if (chunk === undefined) throw new Error(`The build has no ${module}, which a screen loads.`)
  return chunk
}

/** Sorts files by size, largest first. A browser requests only six files at a time, and large files take longest. */
export async function sortLargestFirst(folder: string, files: Iterable<string>): Promise<string[]> {
  const sized = await Promise.all(
    [...files].map(async (file) => ({ file, size: (await stat(join(folder, file))).size })),
  )
  return sized.toSorted((a, b) => b.size - a.size).map(({ file }) => file)
}

/** Matches a facade chunk: a script that only re-exports the exports of another script under the names of a module. */
const facadePattern = /^export\{(?<names>[^}]+)\}from"(?<target>\.\/[^"]+)";?\s*$/u

/**
 * Removes facade chunks. The build makes them for modules that share a file. Dynamic imports of a facade become imports of its target,
 * which saves a request. Returns the manifest without the facades.
 */
export async function removeFacades(folder: string, manifest: Manifest): Promise<Manifest> {
  const names = new Set(Object.values(manifest).map(({ file }) => file))
  const scripts = await Promise.all(
    [...names]
      .filter((file) => file.endsWith('.js'))
      .map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })),
  )
  const facades = scripts.flatMap(({ file, text }) => {
    const { names, target } = facadePattern.exec(text)?.groups ?? {}
    if (names === undefined || target === undefined) return []
    const direct = `import(\`${target}\`).then(e=>({${fieldsOf(names)}}))`
    return [
      { file, viaFacade: `import(\`./${basename(file)}\`)`, direct, target: `assets/${basename(target)}` },
    ]
  })
  for (const { file, text } of scripts) {
    if (facades.some((it) => it.file === file)) await rm(join(folder, file))
    else await writeFile(join(folder, file), facades.reduce(bypassFacade, text))
  }
  const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]))
  for (const { file, target } of facades) chunks.set(file, chunks.get(target) ?? { file: target })
  return Object.fromEntries(
    Object.entries(manifest).map(([module, chunk]) => [module, chunks.get(chunk.file) ?? chunk]),
  )
}

function bypassFacade(
  text: string,
  { file, viaFacade, direct }: Readonly<Record<'file' | 'viaFacade' | 'direct', string>>,
) {
  const rewritten = text.replaceAll(viaFacade, direct)
  if (rewritten.includes(basename(file)))
    throw new Error(`removeFacades does not recognize an import of ${file}.`)
  return rewritten
}

/** Converts an export list to the fields of an object: `a as b,c` to `b:e.a,c:e.c`. */
function fieldsOf(names: string): string {
  return names
    .split(',')
    .map((name) => name.split(' as '))
    .map(([inner = '', outer = inner]) => `${outer}:e.${inner}`)
    .join(',')
}
