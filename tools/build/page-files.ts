import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** What Vite says of the files it wrote, by module. */
export type Manifest = Readonly<Record<string, Chunk>>

/** The text of a file that is to stand in the documents, and is no file then. */
export async function takeFile(folder: string, file: string): Promise<string> {
  const text = await readFile(join(folder, file), 'utf8')
  await rm(join(folder, file))
  return text.trim()
}

/** The file that a module is in. */
export function fileOf(manifest: Manifest, module: string): string {
  return chunkOf(manifest, module).file
}

/** The files of these modules and of all that they import. */
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

function chunkOf(manifest: Manifest, module: string): Chunk {
  const chunk = manifest[module]
  if (chunk === undefined) throw new Error(`The build has no ${module}, which a screen loads.`)
  return chunk
}

/** The files, the largest first: it takes longest, and a browser asks for six at a time. */
export async function largestFirst(folder: string, files: Iterable<string>): Promise<string[]> {
  const sized = await Promise.all(
    [...files].map(async (file) => ({ file, size: (await stat(join(folder, file))).size })),
  )
  return sized.toSorted((a, b) => b.size - a.size).map(({ file }) => file)
}

/** A script with nothing of its own: it says by which names another one exports what a module does. */
const facade = /^export\{(?<names>[^}]+)\}from"(?<target>\.\/[^"]+)";?\s*$/u

/**
 * Has the page ask at once for the file that a module is in, where it is in one with others: the build makes a file of a
 * few bytes for such a module, which only leads there. Resolves with the manifest without those files.
 */
export async function withoutFacades(folder: string, manifest: Manifest): Promise<Manifest> {
  const names = new Set(Object.values(manifest).map(({ file }) => file))
  const scripts = await Promise.all(
    [...names]
      .filter((file) => file.endsWith('.js'))
      .map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })),
  )
  const facades = scripts.flatMap(({ file, text }) => {
    const { names, target } = facade.exec(text)?.groups ?? {}
    if (names === undefined || target === undefined) return []
    const straight = `import(\`${target}\`).then(e=>({${fieldsOf(names)}}))`
    return [
      { file, through: `import(\`./${basename(file)}\`)`, straight, target: `assets/${basename(target)}` },
    ]
  })
  for (const { file, text } of scripts) {
    if (facades.some((it) => it.file === file)) await rm(join(folder, file))
    else await writeFile(join(folder, file), facades.reduce(goStraight, text))
  }
  const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]))
  for (const { file, target } of facades) chunks.set(file, chunks.get(target) ?? { file: target })
  return Object.fromEntries(
    Object.entries(manifest).map(([module, chunk]) => [module, chunks.get(chunk.file) ?? chunk]),
  )
}

function goStraight(
  text: string,
  { file, through, straight }: Readonly<Record<'file' | 'through' | 'straight', string>>,
) {
  const rewritten = text.replaceAll(through, straight)
  if (rewritten.includes(basename(file))) throw new Error(`The build asks for ${file} in an unknown way.`)
  return rewritten
}

/** `a as b,c` as the fields of an object: `b:e.a,c:e.c`. */
function fieldsOf(names: string): string {
  return names
    .split(',')
    .map((name) => name.split(' as '))
    .map(([inner = '', outer = inner]) => `${outer}:e.${inner}`)
    .join(',')
}
