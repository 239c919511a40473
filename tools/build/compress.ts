import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** The extensions of files to compress. Fonts and pictures are already compressed, and the server itself compresses documents. */
const compressibleExtensions = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest'])

/** Writes a `.br` and a `.gz` file next to each compressible file of a folder, so that the server need not compress for each request. */
export async function compressFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const paths = names
    .filter((name) => compressibleExtensions.has(extname(name)))
    .map((name) => join(folder, name))
  await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(path)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
